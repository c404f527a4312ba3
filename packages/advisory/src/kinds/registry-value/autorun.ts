import { phrasesIn } from '../../knowledge/cues.js';
import { listTable } from '../../knowledge/phrase-tables.js';
import { hasWordOf, listPattern } from '../../knowledge/word-pattern.js';
import type { NamedSpan, RegistryValue, Span } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { isStockProgram } from '../../segment/programs.js';
import { isWordCharacter } from '../../text/characters.js';
import { endsWithAny, withoutLast } from '../../text/ends.js';
import { firstWord, isCapitalised, isOfCode } from '../../text/shape.js';

const AUTORUN_KEYS = ['\\currentversion\\run', '\\currentversion\\runonce'];
const VALUE_NAME =
  /(?:\bvalue (?:named|called|name)?\s*|\bname:\s*|\/v\s+)["“'‘]?((?=[\w-]*(?:[a-z][A-Z]|\d|_))[A-Za-z][\w-]{3,30}|(?<=["“'‘])[A-Z][\w -]{2,30}(?=["”'’]))|\bthe ((?=\w*(?:[a-z][A-Z]|\d))[A-Za-z]\w{3,30}) value\b/g;
/** Whether a path is that of a key whose values are started at logon. */
export const isAutorun = (path: string): boolean => endsWithAny(withoutLast(path.toLowerCase(), '\\'), AUTORUN_KEYS);

/** How far from a bare key its value's name may be mentioned. */
const NEAR_KEY = 160;
/** How far behind a key its value may stand for certain. */
const RIGHT_BEHIND = 12;
/** How far behind a key's sentence the next ones may say what it starts. */
const AFTERWARDS = 260;

/** What makes a bare autorun key the actor's: the program in the same sentence or after it, or the name of the value near it. */
export function autorunOf(passage: Passage, at: Span, path: string): Pick<RegistryValue, 'program' | 'valueName'> {
  if (!isAutorun(path)) return {};
  const sentence = sentenceAround(passage.text, at.start, at.end);
  const program = programIn(passage, sentence.start, sentence.end) ?? programStartedAfter(passage, sentence.end);
  if (program !== undefined) return { program };
  const from = Math.max(0, at.start - NEAR_KEY);
  const told = [...passage.text.slice(from, at.end + NEAR_KEY).matchAll(VALUE_NAME)];
  // In rows of keys and names, that right behind the key is its own.
  const value = told.find(({ index }) => index >= at.end - from && index - (at.end - from) <= RIGHT_BEHIND) ?? told[0];
  const name = value?.[1] ?? value?.[2];
  if (value === undefined || name === undefined) return {};
  return { valueName: named(passage, from + value.index + value[0].indexOf(name), name) };
}

/** A value that a sentence says was set in an autorun key which it names without a path. */
interface AutorunValue extends Span {
  readonly key: string;
  readonly valueName: NamedSpan;
}

/** Words for a key or value of autorun without its path: "a Run value", "the RunOnce key", "the Run registry key". */
const AUTORUN_WORD = listPattern(
  String.raw`(?<![\w\\-])(Run|RunOnce|run|runonce)(?: registry)? {autorun-nouns}\b`,
  'g',
);
const CURRENT_VERSION = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion';
/** How far behind the words the value's name may stand: `a Run value named "HeronTray"`, `the Run key as "HeronTray"`. */
const NAMED_BEHIND = listPattern(
  String.raw`^:?(?: in (?:the |Windows )?[Rr]egistry\b)?(?: {before-autorun-value}\b)?(?: the\b| a\b)?(?: name\b| value\b| entry\b)?( {names-autorun-value}\b)? ?["“'‘\`]?([A-Za-z][\w -]{2,38})`,
);
const CALLED_BEFORE = listPattern(
  String.raw`(?:["“'‘\`]([A-Za-z][\w -]{2,38})["”'’\`]|\b([A-Za-z]\w*(?:[a-z][A-Z]|\d|_)\w*))(?: value)? {into-autorun-key} (?:an?|the|its) (?:[\w-]{1,20} ?[\w-]{0,20}['’]s )?$`,
);

/** Finds names of values in an autorun key that is named without its path. Places are the passage's. */
export function autorunValuesIn(passage: Passage): readonly AutorunValue[] {
  const { text } = passage;
  return [...text.matchAll(AUTORUN_WORD())].flatMap((match): readonly AutorunValue[] => {
    const at = { start: match.index, end: match.index + match[0].length };
    const sentence = sentenceAround(text, at.start, at.end);
    const said = text.slice(sentence.start, sentence.end);
    // Where the sentence has the path, the value is found there.
    if (said.includes('CurrentVersion') || !hasWordOf('registry-changed', said)) return [];
    const valueName = nameBehind(passage, at.end) ?? nameBefore(passage, sentence.start, at.start);
    if (valueName === undefined) return [];
    const key = `${CURRENT_VERSION}\\${match[1]?.toLowerCase() === 'run' ? 'Run' : 'RunOnce'}`;
    return [{ key, valueName, ...at }];
  });
}

function nameBehind(passage: Passage, from: number): NamedSpan | undefined {
  const found = NAMED_BEHIND().exec(passage.text.slice(from, from + NEAR_KEY));
  const [whole = '', naming, name = ''] = found ?? [];
  const start = from + whole.length - name.length;
  const { text } = passage;
  const isQuoted = '"“\'‘`'.includes(text[start - 1] ?? ' ');
  const own = isQuoted ? name : wordsOfName(name, naming);
  const isName = isQuoted
    ? '"”\'’`'.includes(text[start + own.length] ?? ' ')
    : naming !== undefined && (isMadeUp(own) || isCalled(own, naming)) && !goesOn(text, start + own.length);
  return isName && !isTool(own) ? named(passage, start, own) : undefined;
}

const CALLED: ReadonlySet<string> = new Set(['named', 'called']);

/** Whether a word with a capital stands behind "named": it is the name, whatever it means. "Named after the victim" has none. */
const isCalled = (name: string, naming: string): boolean => CALLED.has(naming.trim()) && isCapitalised(firstWord(name));

/** The first word behind a place, and behind "named" those with capitals that follow it: "called Windows Marsh". */
function wordsOfName(name: string, naming = ''): string {
  const [first = '', ...more] = name.split(' ');
  if (!isCalled(first, naming)) return first;
  const end = more.findIndex((word) => !isCapitalised(word));
  return [first, ...more.slice(0, end < 0 ? undefined : end)].join(' ').trimEnd();
}

/** Whether a name goes on with a point, as those of files and hosts do. */
const goesOn = (text: string, at: number): boolean => text[at] === '.' && isWordCharacter(text[at + 1]);

/** "By PowerShell" and "add PowerShell to the Run key" say what set the value or what it starts. */
const isTool = (name: string): boolean => isStockProgram(name) || isStockProgram(`${name}.exe`);

function nameBefore(passage: Passage, from: number, to: number): NamedSpan | undefined {
  const found = CALLED_BEFORE().exec(passage.text.slice(from, to));
  const name = found?.[1] ?? found?.[2];
  if (found === null || name === undefined || isTool(name)) return undefined;
  return named(passage, from + found.index + found[0].indexOf(name), name);
}

/** Whether a word is no word of English: a capital or a digit within it, or an underscore. */
const isMadeUp = (word: string): boolean => isOfCode(word) && word.length > SHORTEST_NAME;
const SHORTEST_NAME = 3;

const STARTED_FILE = listPattern(String.raw`(?<![\w-])[\w-]{3,40}\.{started-file-endings}(?!\w)`, 'gi');

function startedFiles(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(STARTED_FILE())].filter(([name]) => !isStockProgram(name));
}

function programIn(passage: Passage, from: number, to: number): NamedSpan | undefined {
  const [file] = startedFiles(passage.text.slice(from, to));
  return file === undefined ? undefined : named(passage, from + file.index, file[0]);
}

/** The program that the sentences after an autorun key's say is started. */
function programStartedAfter(passage: Passage, end: number): NamedSpan | undefined {
  for (const file of startedFiles(passage.text.slice(end, end + AFTERWARDS))) {
    const at = end + file.index;
    const sentence = sentenceAround(passage.text, at, at + file[0].length);
    const isTold = phrasesIn(passage, listTable('told-started-automatically')).some(
      (hit) => hit.start >= sentence.start && hit.end <= sentence.end,
    );
    if (isTold) return named(passage, at, file[0]);
  }
  return undefined;
}

function named(passage: Passage, at: number, name: string): NamedSpan {
  return { name, start: passage.start + at, end: passage.start + at + name.length };
}
