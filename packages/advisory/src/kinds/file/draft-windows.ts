import { isEverybodysName } from '../../draft/everybodys-name.js';
import { reportedRule, surestOfEach, valuesOf } from '../../draft/reported-rule.js';
import type { RuleDraft } from '../../draft/rule-draft.js';
import { hasBrace, hasStandIn } from '../../draft/stand-in.js';
import type { FileWritten } from '../../model.js';
import { hasAny, isMadeOf } from '../../text/shape.js';
import { isWindowsOwn, withoutDrive } from '../windows-paths.js';

/** Whether parts of a path stand for something else, variables among them. A GUID in braces is literal. */
function hasPlaceholder(path: string): boolean {
  const variables = path.split('%').slice(1, -1);
  return (
    hasAny(path, '<>[*') ||
    path.toLowerCase().includes('xxxx') ||
    hasBrace(path) ||
    variables.some((name) => isMadeOf(name, ''))
  );
}

/** Whether a path without its drive is one of the intruder's: its parts stand for nothing else, and it is no name in the root that anybody may use. */
function isTelling(path: string): boolean {
  if (hasPlaceholder(path) || hasStandIn(path)) return false;
  return path.lastIndexOf('\\') > 0 || !isEverybodysName(path.slice(path.lastIndexOf('\\') + 1));
}

/** One rule on the files that the advisory says were written on Windows. */
export function windowsFileRule(files: readonly FileWritten[]): RuleDraft | undefined {
  const list = surestOfEach(files.filter(({ system }) => system === 'windows')).filter(
    ({ value }) => !isWindowsOwn(value) && isTelling(withoutDrive(value)),
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
