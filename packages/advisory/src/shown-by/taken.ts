import type { DraftItem, RuleDraft } from '../draft/rule-draft.js';
import type { JudgedThing, Span } from '../model.js';
import { trimEndOf } from '../text/ends.js';

/** Things that show where they are run, besides where they were written. */
const RUN: ReadonlySet<string> = new Set(['file-name', 'file-path', 'command-line']);

/**
 * Gives whether drafts ask for a thing's value at each of its places: a command, a behaviour or a join has it, and it is not drafted alone. The
 * drafts are read once, however many things are asked about.
 */
export function takenBy(drafts: readonly RuleDraft[]): (found: JudgedThing) => boolean {
  const values = drafts.flatMap(({ logsource, selections }) =>
    selections.flatMap(({ alternatives }) =>
      alternatives.flat().flatMap((item) => placed(item, logsource.category ?? '')),
    ),
  );
  return (found) => {
    if (isAskedWithoutPort(found, values) || isAskedInFolder(found, values)) return true;
    if (showsElsewhere(found)) return false;
    const { thing, value, spans, deed, shows } = found;
    // A file that was run or loaded shows where it is, and where it was written besides.
    const isRun = thing === 'library' || (deed === 'executed' && RUN.has(thing));
    const only = shows === WEB_SHELL ? 'webserver' : OTHER_LOGS.get(thing);
    const isOther = (category: string): boolean =>
      (isRun && category === WRITING) || (only !== undefined && category !== only);
    const wanted = value.toLowerCase();
    // One rule for a web shell: a request for it told as part of the exploit asks the same log for the same path.
    if (shows === WEB_SHELL && values.some((each) => each.category === only && each.literal.includes(wanted)))
      return true;
    return spans.every((span) =>
      values.some(
        ({ literal, start, end, category }) =>
          start < span.end && span.start < end && literal.includes(wanted) && !isOther(category),
      ),
    );
  };
}

/** Whether a file that is told with its folder is asked for by its path. */
function isAskedInFolder({ beside, thing, value }: JudgedThing, values: readonly Placed[]): boolean {
  const folder = thing === 'file-name' ? beside?.find((each) => each.thing === 'directory')?.value : undefined;
  if (folder === undefined) return false;
  const path = `${trimEndOf(folder, '\\')}\\${value}`.toLowerCase();
  return values.some(({ category, literal }) => category === WRITING && literal.endsWith(path));
}

const CONNECTIONS = 'network_connection';

/** Whether a host told with its port is asked for whatever the port: a rule on the port besides finds nothing more. */
function isAskedWithoutPort({ beside, seenIn, value }: JudgedThing, values: readonly Placed[]): boolean {
  if (seenIn?.endsWith('/network-connection') !== true || beside?.some(({ thing }) => thing === 'port') !== true)
    return false;
  const wanted = value.toLowerCase();
  return values.some(({ category, literal }) => category === CONNECTIONS && literal === wanted);
}

/** Whether a thing shows in another log than what a command, a behaviour or a join asks for. */
function showsElsewhere({ thing, seenIn, deed, beside }: JudgedThing): boolean {
  // With its folder a name tells more than in a list of names.
  if (thing === 'file-name' && beside?.some((each) => each.thing === 'directory')) return true;
  // What a program reached shows in another log than its start.
  if (thing === 'process' && deed === 'connected-to') return true;
  // A host in a web address is asked for in another log than the host by itself.
  if (seenIn !== undefined && (thing === 'domain' || thing === 'ip-address')) return true;
  // The log of tasks says that one was made, the command line by what.
  if (thing === 'task-name' && seenIn === STARTS) return true;
  // A stream is no file of its name, the time of a file is not its creation, and a program that starts is not replaced.
  return seenIn !== undefined && TRACES.has(seenIn);
}

/** ATT&CK's technique of web shells: one shows where it is asked for, and where its file was written besides. */
export const WEB_SHELL = 'T1505.003';
const TRACES: ReadonlySet<string> = new Set([
  'windows/create-stream-hash',
  'windows/file-change',
  'windows/process-tampering',
]);
const STARTS = 'windows/process-creation';
const WRITING = 'file_event';
/** The category of the one log whose rules take such a thing: a driver's file shows where it is written, too, an address of a command in other logs. */
const OTHER_LOGS: ReadonlyMap<string, string> = new Map([
  ['driver', 'driver_load'],
  ['library-hash', 'image_load'],
  ['command-line', 'process_creation'],
]);

/** A value with its place, and the category of the log in which it is asked for. */
interface Placed extends Span {
  readonly literal: string;
  readonly category: string;
}

function placed({ values }: DraftItem, category: string): readonly Placed[] {
  return values.flatMap(({ literal, origin }) =>
    'start' in origin
      ? [{ literal: String(literal).toLowerCase(), start: origin.start, end: origin.end, category }]
      : [],
  );
}
