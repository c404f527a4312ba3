import { attributionFactor } from '../../attribute/attribute.js';
import { tokensOf as wordsOf } from '../../attribute/cues.js';
import { isVerbOf } from '../../deeds/verbs.js';
import { distinctBy } from '../../draft/text.js';
import { phrasesIn } from '../../knowledge/cues.js';
import { wordSet, words } from '../../knowledge/load.js';
import { listTable } from '../../knowledge/phrase-tables.js';
import type { SideLoading, Span } from '../../model.js';
import { onceEach } from '../../once.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { isStockProgram } from '../../segment/programs.js';
import { hasAnyPart } from '../../text/shape.js';
import { behaviourAt } from '../behaviour-at.js';
import type { Reading } from '../kind.js';

const LIBRARY = /(?<![\w\\/.-])[\w-]{2,40}(?:\.[\w-]{1,20}){0,2}\.dll(?![\w-]|\.\w)/gi;
const PROGRAM = /(?<![\w\\/.-])[\w-]{2,40}(?:\.[\w-]{1,20}){0,2}\.exe(?![\w-])/gi;
const CERTAINTY = 0.75;
/** How far before a program it may be called genuine, in characters and words. */
const GENUINE_NEAR = 80;
const GENUINE_WORDS = 6;

/** Finds a program and the library it was made to load: the only program and the only library of a sentence about it, or of those around it. */
export function recogniseSideLoading(reading: Reading): readonly SideLoading[] {
  return reading.outsideCommands([...reading.told.flatMap(pairsIn), ...pairsInLists(reading.told)]);
}

/** The genuine program and the library of lists that have one of each, an entry each, and tell of side-loading: "fen.exe: legitimate", "fen.dll: loader". */
function pairsInLists(told: readonly Passage[]): readonly SideLoading[] {
  const found: SideLoading[] = [];
  for (let from = 0, to = 0; from < told.length; from = to + 1) {
    to = from;
    while (told[to]?.block.type === 'list-item') to += 1;
    const entries = to - from < 2 ? [] : told.slice(from, to);
    const [host, otherHost] = entries.flatMap((entry) => openingName(entry, PROGRAM) ?? []);
    const [library, otherLibrary] = entries.flatMap((entry) => openingName(entry, LIBRARY) ?? []);
    const isOne = host !== undefined && library !== undefined && otherHost === undefined && otherLibrary === undefined;
    if (!isOne || !wordsOf(host.passage.text).some(({ text }) => wordSet('called-benign').has(text))) continue;
    const isTold = told
      .slice(Math.max(0, from - 1), to)
      .some(({ text }) => hasAnyPart(text.toLowerCase(), words('side-loads')));
    if (isTold)
      found.push(
        pairOf(library.passage, library.at, library.name, {
          name: host.name,
          start: host.passage.start + host.at.start,
          end: host.passage.start + host.at.end,
        }),
      );
  }
  return found;
}

/** The name that an entry of a list begins with. */
function openingName(passage: Passage, pattern: RegExp) {
  const match = [...passage.text.matchAll(pattern)][0];
  if (match === undefined || match.index > 2) return undefined;
  const at = { start: match.index, end: match.index + match[0].length };
  return { passage, at, name: match[0] };
}

/** A program that a library was loaded by, at its place in the passage. */
interface Host extends Span {
  readonly name: string;
}

function pairsIn(passage: Passage, index: number, told: readonly Passage[]): readonly SideLoading[] {
  return [...passage.text.matchAll(LIBRARY)].flatMap((match) => {
    const at = { start: match.index, end: match.index + match[0].length };
    const sentence = sentenceAround(passage.text, at.start, at.end);
    if (!tellsSideLoading(passage, sentence)) return [];
    const isCore = wordSet('core-libraries').has(match[0].toLowerCase());
    const host =
      hostIn(passage, sentence, match[0]) ?? (isCore ? undefined : hostBefore(passage, sentence, told[index - 1]));
    return host === undefined ? [] : [pairOf(passage, at, match[0], host)];
  });
}

function pairOf(passage: Passage, at: Span, library: string, host: Host): SideLoading {
  return behaviourAt(passage, at, CERTAINTY * attributionFactor(passage, at.start, at.end), {
    kind: 'side-loading' as const,
    value: `${host.name} -> ${library}`,
    platforms: ['endpoint-sysmon'] as const,
    techniques: ['T1574.001'],
    host,
    library,
  });
}

function tellsSideLoading(passage: Passage, sentence: Span): boolean {
  return phrasesIn(passage, listTable('told-side-loading')).some(
    ({ start, end }) => start >= sentence.start && end <= sentence.end,
  );
}

/** The only program of a sentence with one library, but shells. Programs that load any library do not count. Of as many, each in its turn: "respectively". */
function hostIn(passage: Passage, { start, end }: Span, library: string): Host | undefined {
  const said = passage.text.slice(start, end);
  const libraries = [...librariesIn(said)];
  const programs = distinctBy(programsIn(passage, { start, end }), ({ name }) => name.toLowerCase());
  if (libraries.length > 1) {
    const isInTurn = programs.length === libraries.length && wordsOf(said).some(({ text }) => text === 'respectively');
    return isInTurn ? programs[libraries.indexOf(library.toLowerCase())] : undefined;
  }
  // A shell starts programs and loads nothing of theirs; what loads any library may well have loaded this one.
  const own = programs.filter(({ name }) => !SHELLS.has(name.toLowerCase()));
  return own.length === 1 && !own.some(({ name }) => isLoader(name)) ? own[0] : undefined;
}

/** The one program that the words before call genuine, in the same paragraph or the last: the library's own sentence names none. */
function hostBefore(passage: Passage, sentence: Span, last: Passage | undefined): Host | undefined {
  const its = hostOfIt(passage, sentence);
  if (its !== undefined) return its;
  const isNamed = programsIn(passage, sentence).some(({ name }) => !isStockProgram(name));
  const said = passage.text.slice(sentence.start, sentence.end);
  if (isNamed || librariesIn(said).size !== 1 || !wordsOf(said).some(({ text }) => PROGRAMS.has(text)))
    return undefined;
  const { host, alone } = genuineIn(passage);
  if (host !== undefined && host.end <= passage.start + sentence.start)
    return alone <= passage.start + sentence.start ? undefined : host;
  const genuine = last === undefined ? undefined : genuineIn(last);
  return genuine?.alone === Number.POSITIVE_INFINITY ? genuine.host : undefined;
}

/** The one program that the sentence before says was run, which a sentence on one library calls "it": "fen.exe is run. Its purpose is to load fen.dll". */
function hostOfIt(passage: Passage, sentence: Span): Host | undefined {
  const { text, start } = passage;
  const said = text.slice(sentence.start, sentence.end);
  if (sentence.start < 2 || !ITS.has(wordsOf(said)[0]?.text ?? '') || librariesIn(said).size !== 1) return undefined;
  const before = sentenceAround(text, sentence.start - 2, sentence.start - 1);
  const [host, ...others] = programsIn(passage, { start: before.start, end: sentence.end });
  if (host === undefined || others.length > 0 || isStockProgram(host.name) || isLoader(host.name)) return undefined;
  // What the sentence before only ends or copies is not what "it" is.
  const [be, verb] = wordsOf(text.slice(host.end - start, before.end));
  return wordSet('forms-of-be').has(be?.text ?? '') && isVerbOf(['executed', 'started'], verb?.text ?? '')
    ? host
    : undefined;
}

const ITS = new Set(['it', 'its']);

/** The first genuine program of a passage, and up to where in the document no other one is. */
interface Genuine {
  readonly host: Host | undefined;
  readonly alone: number;
}

/** Read once of each passage: a long one may name a library in each of its sentences. */
const genuineIn = onceEach(new WeakMap<Passage, Genuine>(), (passage) => {
  const [host, ...others] = programsIn(passage, { start: 0, end: passage.text.length }).filter(
    (program) => !isLoader(program.name) && isCalledGenuine(passage, program),
  );
  const other = others.find(({ name }) => name.toLowerCase() !== host?.name.toLowerCase());
  return { host, alone: other?.end ?? Number.POSITIVE_INFINITY };
});

const librariesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(LIBRARY)].map(([name]) => name.toLowerCase()));

/** Whether a program of Windows loads whatever library it is given. */
const isLoader = (name: string): boolean => wordSet('library-loaders').has(name.toLowerCase());

const SHELLS = new Set(['cmd.exe', 'powershell.exe']);
/** What a sentence calls a program that was named before: "copies the binary and version.dll". */
const PROGRAMS = new Set(['application', 'binary', 'executable', 'program']);

/** The programs of a part of a passage, at their places in the document. */
function programsIn(passage: Passage, { start, end }: Span): readonly Host[] {
  return [...passage.text.slice(start, end).matchAll(PROGRAM)].map((match) => {
    const at = passage.start + start + match.index;
    return { name: match[0], start: at, end: at + match[0].length };
  });
}

/** Whether the words right before a program call it genuine: "a legitimate signed binary (heron.exe)". */
function isCalledGenuine(passage: Passage, { start }: Host): boolean {
  const at = start - passage.start;
  const words = wordsOf(passage.text.slice(Math.max(0, at - GENUINE_NEAR), at)).slice(-GENUINE_WORDS);
  return words.some(({ text }) => wordSet('called-benign').has(text));
}
