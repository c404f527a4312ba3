import { reportedRule, surestOfEach, valuesOf } from '../../draft/reported-rule.js';
import type { RuleDraft } from '../../draft/rule-draft.js';
import { hasStandIn } from '../../draft/stand-in.js';
import type { FileWritten } from '../../model.js';
import { isWindowsOwn, withoutDrive } from '../windows-paths.js';

/** Parts of a path that stand for something else, variables among them. A GUID in braces is literal. */
const PLACEHOLDER = /[<>[*]|x{4}|\{(?![0-9a-f]{8}-)|%\w+%/i;

/** One rule on the files that the advisory says were written on Windows. */
export function windowsFileRule(files: readonly FileWritten[]): RuleDraft | undefined {
  const list = surestOfEach(files.filter(({ system }) => system === 'windows')).filter(
    ({ value }) => !isWindowsOwn(value) && !PLACEHOLDER.test(withoutDrive(value)) && !hasStandIn(withoutDrive(value)),
  );
  const first = list[0];
  if (first === undefined) return undefined;
  return reportedRule(
    list,
    [{ field: 'TargetFilename', modifiers: ['endswith'], values: valuesOf(list, ({ value }) => withoutDrive(value)) }],
    {
      platform: 'endpoint-sysmon',
      behaviour: 'file:event',
      title: `Files Written By The Reported Intrusion - ${first.value.slice(first.value.lastIndexOf('\\') + 1)}`,
      description: 'Detects the creation of files at the places that the advisory reports.',
      level: 'medium',
      logsource: { category: 'file_event', product: 'windows' },
      falsepositives: ['Software that happens to use the same path'],
    },
    'T1105',
  );
}
