import { wordSet } from '../../knowledge/load.js';
import type { ProcessRelation, Span } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import { isBlank } from '../../text/characters.js';
import { opensWith, trimStartOf, withoutEnding, withoutFirst, withoutLast } from '../../text/ends.js';
import { hasAny } from '../../text/shape.js';
import { behaviourAt } from '../behaviour-at.js';

/** The confidence that one process started another, as a text says it. */
export const RELATION_CERTAINTY = 0.8;
/** A program's path or name at the beginning of a value. */
const PARENT = /^(?:[A-Za-z]:)?[^"<>|*?:]{0,160}?[\w-]{2,40}\.exe/i;
const CHILD = /^(?:[^\s"<>|*?]{0,160}\\)?([\w-]{2,40})(?:\.exe)?(?=["'\s]|$)/i;
/** What stands between a label and its value. */
const SEPARATORS = ':=|';
/** How many passages after the parent's line can belong to the same event. */
const RECORD_PASSAGES = 4;

/** A line `label: value`, with the place of the value behind its opening quote. */
interface LabelledValue extends Span {
  readonly lineStart: number;
  readonly text: string;
}

/** The process and its parent in an event that the text sets out line by line. */
export function recordedRelations(passages: readonly Passage[], at: number): readonly ProcessRelation[] {
  const passage = passages[at] as Passage;
  const parent = parentIn(passage.text);
  if (parent === undefined || wordSet('everyday-parents').has(parent.program.toLowerCase())) return [];
  for (const near of passages.slice(at, at + RECORD_PASSAGES)) {
    const from = near === passage ? parent.end : 0;
    const child = childIn(near.text, from);
    if (child === undefined) continue;
    const name = near.text.slice(child.start, child.end);
    const end = passage.start + parent.end;
    return [
      behaviourAt(passage, { start: parent.lineStart, end: parent.end }, RELATION_CERTAINTY, {
        kind: 'process-relation' as const,
        value: `${parent.name} -> ${name}`,
        platforms: ['endpoint-sysmon'] as const,
        techniques: [],
        parent: { name: parent.name, start: end - parent.name.length, end },
        child: { name: `${name.toLowerCase()}.exe`, start: near.start + child.start, end: near.start + child.end },
      }),
    ];
  }
  return [];
}

/** The first parent that a text names in a line of its own: its path without the drive, its file's name, and where the path ends. */
function parentIn(text: string) {
  for (const { lineStart, start, text: value } of labelled(text, 0, 'parent-labels')) {
    const path = PARENT.exec(value)?.[0];
    if (path === undefined) continue;
    const program = path.slice(path.lastIndexOf('\\') + 1);
    // The folder distinguishes the program from others of its name: `\\Server\\bin\\java.exe`.
    const name = withoutFirst(path[1] === ':' ? path.slice(2) : path, '\\');
    return { lineStart, name, program, end: start + path.length };
  }
  return undefined;
}

/** The first process that a text names in a line of its own behind a place. */
function childIn(text: string, from: number): Span | undefined {
  for (const { start, text: value } of labelled(text, from, 'process-labels')) {
    const match = CHILD.exec(value);
    if (match === null) continue;
    const name = match[1] as string;
    const end = start + withoutEnding(match[0], '.exe').length;
    return { start: end - name.length, end };
  }
  return undefined;
}

/** The lines of a text behind a place that begin with a label of a list, in any letter case and spacing. */
function* labelled(text: string, from: number, list: string): Generator<LabelledValue> {
  for (let lineStart = from; lineStart <= text.length; ) {
    const newline = text.indexOf('\n', lineStart);
    const end = newline < 0 ? text.length : newline;
    const value = labelledValue(text.slice(lineStart, end), list);
    if (value !== undefined) yield { lineStart, start: end - value.length, end, text: value };
    lineStart = end + 1;
  }
}

/** The value of a line whose label is in a list; undefined where it has none. */
function labelledValue(line: string, list: string): string | undefined {
  if (!hasAny(line, SEPARATORS)) return undefined;
  const told = trimStartOf(line, ' \t|');
  let stop = 0;
  while (stop < told.length && !SEPARATORS.includes(told.charAt(stop))) stop += 1;
  const label = withoutLast(told.slice(0, stop).trimEnd(), '"\'').toLowerCase();
  if (stop === told.length || isBlank(label.at(-1)) || !wordSet(list).has(label.replaceAll(' ', ''))) return undefined;
  const value = trimStartOf(trimStartOf(told.slice(stop), SEPARATORS), ' \t');
  return opensWith(value, '"\'') ? value.slice(1) : value;
}
