import { reportedRule, surestOfEach, valuesOf } from '../../draft/reported-rule.js';
import type { RuleDraft } from '../../draft/rule-draft.js';
import { hasStandIn } from '../../draft/stand-in.js';
import type { LoadedLibrary } from '../../model.js';
import { behaviourAt } from '../behaviour-at.js';
import type { Drafting, Reading } from '../kind.js';
import { isWindowsOwn, windowsPaths, withoutDrive } from '../windows-paths.js';

const CERTAINTY = 0.8;

/** Finds libraries with a path that the text says were loaded from there. */
export function recogniseLoadedLibraries(reading: Reading): readonly LoadedLibrary[] {
  return reading.outsideCommands(
    reading.told.flatMap((passage) =>
      windowsPaths(passage)
        .filter(({ loaded }) => loaded)
        .map(({ path, at }) =>
          behaviourAt(passage, at, CERTAINTY, {
            kind: 'loaded-library' as const,
            value: path,
            platforms: ['endpoint-sysmon'] as const,
            techniques: ['T1574.001'],
          }),
        ),
    ),
  );
}

/** One rule on such libraries, by their paths. */
export function draftLoadedLibraries({ behaviours }: Drafting): readonly RuleDraft[] {
  const list = surestOfEach(behaviours.filter((each) => each.kind === 'loaded-library')).filter(
    ({ value }) => !isWindowsOwn(value) && !hasStandIn(withoutDrive(value)),
  );
  const first = list[0];
  if (first === undefined) return [];
  return [
    reportedRule(
      list,
      [{ field: 'ImageLoaded', modifiers: ['endswith'], values: valuesOf(list, ({ value }) => withoutDrive(value)) }],
      {
        platform: 'endpoint-sysmon',
        behaviour: 'image-load',
        title: `Sideloaded Library Of The Reported Intrusion - ${first.value.slice(first.value.lastIndexOf('\\') + 1)}`,
        description: 'Detects the loading of libraries from the places that the advisory reports.',
        level: 'high',
        logsource: { category: 'image_load', product: 'windows' },
        falsepositives: ['Legitimate software that loads a library of this name from this folder'],
      },
      'T1574.001',
    ),
  ];
}
