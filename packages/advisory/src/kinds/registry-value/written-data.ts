import { wordSet, words } from '../../knowledge/load.js';
import type { NamedSpan, Span } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { isDigit, isLetter, isWordCharacter, placesOf } from '../../text/characters.js';
import { CLOSING_OF, endingOf, trimEndOf } from '../../text/ends.js';

const DATA_MAX = 200;
const BLANKS = new Set(' \t');
const CLOSING = new Set('"\'`”’]');
const NAME_MAX = 64;
const DWORD = 'dword:';
/** The word between a path and what it was set to: "sets HKCU\\… to 1". */
const TO = 'to ';
/** A number that a value of this type cannot hold is none of it. */
const DWORD_MAX = 0xff_ff_ff_ff;

/** What a registry value holds, as Sysmon writes it. */
interface WrittenData {
  /** The name of the value, where the path before it is only that of the key. */
  readonly name?: NamedSpan;
  readonly data: NamedSpan;
  /** Whether the value holds exactly this, rather than a text that has it. */
  readonly isExact: boolean;
}

/** What the text says that a registry value holds: behind its path (`… = 1`), or in the words of its sentence ("set to “C:\a.exe”"). */
export function writtenData(passage: Passage, at: Span): WrittenData | undefined {
  const behind = assigned(passage, at.end);
  if (behind !== undefined) return behind;
  const sentence = ownPart(passage.text, at);
  const lower = passage.text.slice(sentence.start, sentence.end).toLowerCase();
  for (const cue of words('registry-data-cues')) {
    for (const found of placesOf(lower, cue)) {
      const from = sentence.start + found + cue.length;
      if (isWordCharacter(lower[found - 1]) || isWordCharacter(passage.text[from])) continue;
      const place = blanksEnd(passage.text, from);
      const data = dataAt(passage, place, true) ?? wholePathAt(passage, place);
      // A name or a path of the registry is no data.
      if (data !== undefined && !data.data.name.toLowerCase().startsWith('hk')) return data;
    }
  }
  return undefined;
}

/** Beginnings of paths of the registry, in small letters. */
const HIVES = ['hkey_', 'hklm', 'hkcu', 'hkcr', 'hku\\'];

/** The part of the sentence that speaks of the path at a place: of several paths each has what stands behind it, up to the next. */
function ownPart(text: string, at: Span): Span {
  const sentence = sentenceAround(text, at.start, at.end);
  const before = text.slice(sentence.start, at.start).toLowerCase();
  const behind = text.slice(at.end, sentence.end).toLowerCase();
  const next = HIVES.map((hive) => behind.indexOf(hive)).filter((place) => place >= 0);
  const isFirst = !HIVES.some((hive) => before.includes(hive));
  if (isFirst && next.length === 0) return sentence;
  return { start: at.end, end: next.length === 0 ? sentence.end : at.end + Math.min(...next) };
}

/** Data behind the path and an equals sign: `Key\\Value = 1`; of a file of the registry with the name between: `[Key]`, `"Value"=dword:00000001`. */
function assigned(passage: Passage, end: number): WrittenData | undefined {
  const { text } = passage;
  let at = end;
  while (CLOSING.has(text[at] ?? ' ')) at += 1;
  at = blanksEnd(text, at);
  const sign = labelEnd(text, at);
  if ('=:'.includes(text[sign] ?? ' ') && text[sign + 1] !== '>')
    return dataAt(passage, blanksEnd(text, sign + 1), false);
  if (text.startsWith(TO, at)) {
    const told = dataAt(passage, at + TO.length, true) ?? pathAt(passage, at + TO.length);
    if (told !== undefined) return told;
  }
  while (BLANKS.has(text[at] ?? '') || text[at] === '\n') at += 1;
  const stop = text[at] === '"' ? text.indexOf('"', at + 1) : -1;
  if (stop < 0 || stop - at > NAME_MAX || text[stop + 1] !== '=') return undefined;
  const held = dataAt(passage, stop + 2, false);
  const name = { name: text.slice(at + 1, stop), start: passage.start + at + 1, end: passage.start + stop };
  return held === undefined ? undefined : { ...held, name };
}

const LABELS_MAX = 3;
const BETWEEN_LABELS = ' \t,()';

/** Where words end that call what follows the data of the value: `, value`, ` (REG_DWORD)`; the place itself where none stand there. */
function labelEnd(text: string, from: number): number {
  let at = from;
  for (let words = 0; words <= LABELS_MAX; words += 1) {
    let start = at;
    while (BETWEEN_LABELS.includes(text[start] ?? '|')) start += 1;
    let end = start;
    while (isWordCharacter(text[end]) && end - start < NAME_MAX) end += 1;
    if (end === start || !wordSet('registry-data-labels').has(text.slice(start, end).toLowerCase()))
      return words === 0 ? from : start;
    at = end;
  }
  return from;
}

function blanksEnd(text: string, from: number): number {
  let at = from;
  while (BLANKS.has(text[at] ?? '')) at += 1;
  return at;
}

/** A number or a quoted text at a place. */
function dataAt(passage: Passage, at: number, isProse: boolean): WrittenData | undefined {
  const { text } = passage;
  const closing = CLOSING_OF.get(text[at] ?? '');
  if (closing === undefined) return numberAt(passage, at);
  const end = text.indexOf(closing, at + 1);
  const value = text.slice(at + 1, end);
  if (end < 0 || end - at > DATA_MAX || value.includes('\n')) return undefined;
  if (value.trim().length < 3 || value.includes('<') || value.includes('…') || value.includes('...'))
    return numberAt(passage, at + 1);
  // A quoted word of a sentence may be a name as well; data is a path, a command or a number.
  if (isProse && ![...value].some((each) => '\\/.:%'.includes(each))) return numberAt(passage, at + 1);
  const start = passage.start + at + 1;
  return { data: { name: value, start, end: start + value.length }, isExact: false };
}

/** A path that begins with a drive or a variable, without quotation marks. What a variable stands for differs from host to host. */
function pathAt(passage: Passage, place: number): WrittenData | undefined {
  const { text } = passage;
  const variable = text[place] === '%' ? text.indexOf('%\\', place + 1) : -1;
  const from = variable > 0 && variable - place < NAME_MAX ? variable + 1 : place;
  if (from === place && (!isLetter(text[from]) || text[from + 1] !== ':' || text[from + 2] !== '\\')) return undefined;
  let end = from;
  while (end < text.length && end - from < DATA_MAX && !BLANKS.has(text.charAt(end)) && text[end] !== '\n') end += 1;
  const name = trimEndOf(text.slice(from, end), '.,;:)"\'`”’');
  const start = passage.start + from;
  return { data: { name, start, end: start + name.length }, isExact: false };
}

/** A path of a file in a sentence, which is whole where it has an ending: a folder may be cut at a blank. */
function wholePathAt(passage: Passage, from: number): WrittenData | undefined {
  const found = pathAt(passage, from);
  return found !== undefined && endingOf(found.data.name) !== '' ? found : undefined;
}

/** A number as the log has it: `DWORD (0x00000001)`. */
function numberAt(passage: Passage, from: number): WrittenData | undefined {
  const { text } = passage;
  const isHexadecimal = text.slice(from, from + DWORD.length).toLowerCase() === DWORD;
  const start = isHexadecimal ? from + DWORD.length : from;
  let end = start;
  while (isWordCharacter(text[end])) end += 1;
  const written = text.slice(start, end);
  if (written === '' || !isDigit(written[0]) || (text[end] === '.' && isWordCharacter(text[end + 1]))) return undefined;
  const value = Number(isHexadecimal ? `0x${written}` : written);
  if (!Number.isInteger(value) || value > DWORD_MAX) return undefined;
  const name = `DWORD (0x${value.toString(16).padStart(8, '0')})`;
  return { data: { name, start: passage.start + start, end: passage.start + end }, isExact: true };
}
