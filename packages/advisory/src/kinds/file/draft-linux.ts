import type { DraftItem, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, titleOf } from '../../draft/text.js';
import { homeLength } from '../../kinds/home-folder.js';
import { isListed } from '../../knowledge/word-pattern.js';
import type { FileWritten } from '../../model.js';
import { withoutEnding } from '../../text/ends.js';

/** Files that everyone reads; only writing to them is suspicious. */
const READ_FILES: ReadonlySet<string> = new Set(['/etc/passwd', '/etc/shadow']);
/** A home directory. The user differs, so rules look for the end of the path. */

/** One PATH rule on the files that the advisory says were written. Created and changed files are separate selections. */
export function linuxFileRule(told: readonly FileWritten[]): RuleDraft | undefined {
  const files = new Map<string, FileWritten>();
  for (const file of told) {
    if (file.system === 'linux' && isTelling(file) && !files.has(file.value)) files.set(file.value, file);
  }
  const list = [...files.values()];
  const first = list[0];
  if (first === undefined) return undefined;
  const changed = list.filter(isChanged);
  const created = list.filter((file) => !isChanged(file));
  const record: DraftItem = template('type', 'PATH', 'auditd-path-record');
  const alternatives = [
    ...named(created).map((name) => [record, name, template('nametype', 'CREATE', 'auditd-path-created')]),
    ...named(changed).map((name) => [record, name]),
  ];
  const techniques = distinct(list.flatMap((behaviour) => behaviour.techniques));
  return {
    platform: 'endpoint-auditd',
    behaviour: 'path:files',
    title: titleOf(`Files Written By The Reported Intrusion - ${first.value}`),
    description: `Detects files written at the places that the advisory reports.${changed.length > 0 ? ' auditd must watch the changed ones for writing (-p wa).' : ''}`,
    // Packages write into such folders too.
    level: list.every(isStartingFolder) ? 'low' : 'medium',
    logsource: { product: 'linux', service: 'auditd' },
    selections: [{ name: 'selection', alternatives }],
    condition: 'selection',
    techniques: techniques.length > 0 ? techniques : ['T1105'],
    falsepositives:
      changed.length > 0
        ? ['Administrators and packages that change the same files']
        : ['Software that happens to use the same path'],
    confidence: Math.max(...list.map(({ confidence }) => confidence)),
  };
}

/** Whether a file by its Linux path says something: it is not every system's, and lies deeper than at the root. */
export function isTelling(file: FileWritten): boolean {
  const { value, byCommand } = file;
  // Below a caption, what lies among the programs of the system and is none that is known was put there.
  if (isListed('linux-ordinary-files', value) && (file.isCaptioned !== true || !isAmongPrograms(value))) return false;
  if (READ_FILES.has(value) && byCommand !== true) return false;
  return isChanged(file) || value.split('/').length > 2;
}

/** Whether a file lies in a folder of the system's programs. */
function isAmongPrograms(path: string): boolean {
  return PROGRAM_FOLDERS.has(path.slice(0, path.lastIndexOf('/')));
}

const PROGRAM_FOLDERS: ReadonlySet<string> = new Set(['/usr/bin', '/usr/sbin', '/bin', '/sbin']);

/** The `name` items of files: whole paths in one list, folders whose files are started and ends of paths in others. */
function named(list: readonly FileWritten[]): readonly DraftItem[] {
  const whole: DraftValue[] = [];
  const ends: DraftValue[] = [];
  const folders: DraftValue[] = [];
  for (const file of list) {
    const { value, start, end } = file;
    const home = homeLength(value);
    const place = { literal: value.slice(home), origin: { start: start + home, end } };
    if (isStartingFolder(file)) folders.push({ ...place, literal: `${withoutEnding(value, '/')}/` });
    else if (home === 0 && value.startsWith('/')) whole.push(place);
    else ends.push(place);
  }
  return [
    ...(whole.length === 0 ? [] : [{ field: 'name', modifiers: [], values: whole }]),
    ...(folders.length === 0 ? [] : [{ field: 'name', modifiers: ['startswith'], values: folders }]),
    ...(ends.length === 0 ? [] : [{ field: 'name', modifiers: ['endswith'], values: ends }]),
  ];
}

/** Whether the file exists before an intruder changes it: auditd then records no creation. */
function isChanged({ value }: FileWritten): boolean {
  return isListed('linux-changed-files', value);
}

/** Whether it is a folder whose files are started, whatever their names. */
function isStartingFolder({ value }: FileWritten): boolean {
  return isListed('linux-starting-folders', withoutEnding(value, '/'));
}

function template(field: string, literal: string, name: string): DraftItem {
  return { field, modifiers: [], values: [{ literal, origin: { template: name } }] };
}
