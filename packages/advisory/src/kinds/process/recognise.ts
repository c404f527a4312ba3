import { isCompared } from '../../attribute/attribute.js';
import { tokensOf } from '../../attribute/cues.js';
import { onlyMentioned, PROGRAM } from '../../attribute/mentioned-programs.js';
import { whereOf } from '../../attribute/where.js';
import { isEverybodysName } from '../../draft/everybodys-name.js';
import { isStandIn } from '../../draft/stand-in.js';
import { isBuiltIn } from '../../indicators/built-in-name.js';
import { isGluedToLabel } from '../../indicators/glued-names.js';
import { nameFrom } from '../../indicators/quoted-path.js';
import { wordSet } from '../../knowledge/load.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import type { NamedProgram, ProcessRelation, Span, Where } from '../../model.js';
import { type Passage, sentenceAround } from '../../segment/passage.js';
import { isStockProgram, isTellingTool } from '../../segment/programs.js';
import { isDigit, isLetter, isWordCharacter } from '../../text/characters.js';
import { isExe, withoutEnding } from '../../text/ends.js';
import { hasAny } from '../../text/shape.js';
import { skip, skipBack } from '../../text/stretches.js';
import { behaviourAt } from '../behaviour-at.js';
import type { Reading } from '../kind.js';
import { isMerelyNamed, namedTools } from '../named-tools.js';
import { isCalledIntruders, isLoader, isToldAsRun } from './called-theirs.js';
import { imitations } from './imitated.js';
import { RELATION_CERTAINTY, recordedRelations } from './recorded.js';
import { renamedPrograms } from './renamed.js';

const STARTED = listPattern(
  String.raw`(?<![\w\\/.-])([\w-]{2,40}(?:\.[\w-]{1,20}){0,2}\.exe)["”’']?\s*(?:\([^)]{1,40}\)\s*)?(?:process\s+)?(?:(?:->|→|=>|➝|>)\s*|{starts-program}\s+)(?:{before-started-program}\s+){0,4}["“‘']?([\w-]{2,40}(?:\.[\w-]{1,20}){0,2}\.exe)(?!\w|-(?!>))`,
  'gi',
);
/** The same told from the other end: "x.exe, which was spawned by y.exe", "x.exe as a child of y.exe". */
const STARTED_BY = listPattern(
  String.raw`(?<![\w\\/.-])([\w-]{2,40}(?:\.[\w-]{1,20}){0,2}\.exe)["”’']?\s*(?:\([^)]{1,40}\)\s*)?(?:process\s*)?,?\s*(?:(?:which|that)\s+)?(?:(?:{be-of-passives}\s+(?:then\s+|also\s+)?)?{started-by}\s+(?:by|from)|(?:was\s+|is\s+)?(?:as\s+)?a child(?:\s+process)?\s+of)\s+(?:{before-started-program}\s+|parent\s+){0,4}["“‘']?([\w-]{2,40}(?:\.[\w-]{1,20}){0,2}\.exe)(?!\w|-(?!>))`,
  'gi',
);
const NAME_MAX = 60;
const SENTENCE_MAX = 500;
const isLetterOrDigit = (character: string): boolean => isLetter(character) || isDigit(character);
/** How many letters and digits a tool's name has; `64` behind it does not count. */
const TOOL_NAME = { min: 3, max: 19 } as const;
const OF_64_BITS = '64';
const EXE = '.exe';
/** What stands before the last part of a name with several points: "levy.pdf.exe". */
const isOfName = (character: string): boolean => isWordCharacter(character) || '.-'.includes(character);
/** What a tool's name does not stand behind: it is then a part of a path, an address or a longer name. */
const isBeforePart = (character: string): boolean => isWordCharacter(character) || '.\\/@-'.includes(character);
/** Names of so few letters are anybody's; with a digit among them, of one letter less. */
const LETTERS_MIN = 4;
/** A program after a prompt that ends the line: it was run without arguments. */
const TYPED = /(?<=^|\s)[A-Za-z]:\\[^>\n]{0,100}>[ \t]?(?:\.\\)?([\w.-]{2,60}\.exe)[ \t]*$/gm;
const CERTAINTY = { relation: RELATION_CERTAINTY, tool: 0.65, program: 0.6 } as const;

/**
 * Finds processes in prose: which program started which, and the actor's own programs by name. What a command line shows is left to
 * commands.
 */
export function recogniseProcesses({
  doc,
  told,
  outsideCommands,
}: Reading): readonly (ProcessRelation | NamedProgram)[] {
  const found = told.flatMap((passage, at): readonly (ProcessRelation | NamedProgram)[] => {
    const lower = passage.text.toLowerCase();
    const byFile = lower.includes('.exe') ? programFiles(passage) : [];
    return passage.block.type === 'code'
      ? [...byFile, ...recordedRelations(told, at)]
      : [...byFile, ...renamedPrograms(passage), ...tools(passage), ...recordedRelations(told, at)];
  });
  // What a file's maker called it is on no disk.
  const onDisk = found.filter(({ start }) => !isBuiltIn(doc.text, start));
  return outsideCommands([...onDisk, ...toolsInWords(told)]);
}

/** What a passage tells of programs by the names of their files. */
function programFiles(passage: Passage): readonly (ProcessRelation | NamedProgram)[] {
  if (passage.block.type === 'code') return typed(passage);
  return [...relations(passage), ...imitations(passage), ...programs(passage), ...typed(passage)];
}

function relations(passage: Passage): readonly ProcessRelation[] {
  return [
    ...[...passage.text.matchAll(STARTED())].flatMap((match) => relation(passage, match, match[1], match[2])),
    ...[...passage.text.matchAll(STARTED_BY())].flatMap((match) =>
      isFileMade(passage, match) ? [] : relationsOfAll(passage, match),
    ),
  ];
}

/** A program before others of which one thing is told: "x.exe or y.exe spawned by z.exe". */
const LISTED_BEFORE = /(?<![\w\\/.-])([\w-]{2,40}\.exe)["”’']?(?:\s*,|\s+or|\s+and)\s+["“‘']?$/i;
const LISTED_MAX = 70;

/** What started a program, with the programs listed before that one. */
function relationsOfAll(passage: Passage, match: RegExpExecArray): readonly ProcessRelation[] {
  const found = [...relation(passage, match, match[2], match[1])];
  for (let at = match.index; found.length > 0; ) {
    const from = Math.max(0, at - LISTED_MAX);
    const before = LISTED_BEFORE.exec(passage.text.slice(from, at));
    if (before === null) break;
    at = from + before.index;
    const name = before[1] as string;
    const start = passage.start + at;
    const [first] = found as [ProcessRelation];
    found.push({ ...first, value: `${match[2]} -> ${name}`, child: { name, start, end: start + name.length } });
  }
  return found;
}

/** Whether "created by" may as well be said of a program's file: nothing in the sentence is called a process. */
function isFileMade({ text }: Passage, { 0: whole, index }: RegExpExecArray): boolean {
  if (!tokensOf(whole).some((token) => token.text === 'created')) return false;
  const { start, end } = sentenceAround(text, index, index + whole.length);
  return !tokensOf(text.slice(start, end)).some((token) => token.text === 'process' || token.text === 'processes');
}

function relation(passage: Passage, match: RegExpExecArray, parent = '', child = ''): readonly ProcessRelation[] {
  const [whole] = match;
  if (wordSet('everyday-parents').has(parent.toLowerCase()) || parent.toLowerCase() === child.toLowerCase()) return [];
  const named = (name: string, within: number) => {
    const start = passage.start + match.index + within;
    return { name, start, end: start + name.length };
  };
  return [
    behaviourAt(passage, { start: match.index, end: match.index + whole.length }, CERTAINTY.relation, {
      kind: 'process-relation' as const,
      value: `${parent} -> ${child}`,
      platforms: ['endpoint-sysmon'] as const,
      techniques: [],
      parent: named(parent, match[1] === parent ? whole.indexOf(parent) : whole.lastIndexOf(parent)),
      child: named(child, match[1] === child ? whole.indexOf(child) : whole.lastIndexOf(child)),
    }),
  ];
}

/** Attack tools and rarely used programs by name, with or without `.exe`. */
function tools(passage: Passage): readonly NamedProgram[] {
  return tellingNames(passage.text).flatMap((at) => {
    const written = passage.text.slice(at.start, at.end);
    const name = withoutEnding(written.toLowerCase(), '.exe');
    const isBare = !isExe(written);
    if (isBare && isStockProgram(name) && !wordSet('rare-programs').has(name)) return [];
    if (isMerelyNamed(passage.text, at) || isCompared(passage, at)) return [];
    return [named(passage, at, name, true)];
  });
}

/** The words of a text that are such a program's name, with or without `.exe`. */
function tellingNames(text: string): readonly Span[] {
  const found: Span[] = [];
  for (let start = 0; start < text.length; start += 1) {
    const stop = skip(text, start, isLetterOrDigit);
    if (stop === start) continue;
    const before = text.charAt(start - 1);
    if (isProgramName(text.slice(start, stop)) && (before === '' || !isBeforePart(before))) {
      const end = text.startsWith(EXE, stop) ? stop + EXE.length : stop;
      if (!goesOn(text, end)) found.push({ start, end });
    }
    start = stop;
  }
  return found;
}

function isProgramName(word: string): boolean {
  if (!isTellingTool(word.toLowerCase())) return false;
  const name = word.length > TOOL_NAME.max ? withoutEnding(word, OF_64_BITS) : word;
  return isLetter(word[0]) && name.length >= TOOL_NAME.min && name.length <= TOOL_NAME.max;
}

/** Whether a name goes on behind a place: it is then a part of a longer one. */
function goesOn(text: string, end: number): boolean {
  const next = text.charAt(end);
  if (next === '') return false;
  return isWordCharacter(next) || next === '@' || next === '-' || (next === '.' && isWordCharacter(text[end + 1]));
}

/** Systems on whose hosts a tool runs under its own name; against a cloud it is used from the intruder's. */
const OF_HOSTS: ReadonlySet<Where> = new Set<Where>(['windows', 'linux', 'macos', 'container', 'unknown']);

/** Tools by the name that they have in words: "Windows Credentials Editor". */
function toolsInWords(told: readonly Passage[]): readonly NamedProgram[] {
  const found = told.flatMap((passage) =>
    passage.block.type === 'code'
      ? []
      : namedTools(passage).map((tool) => {
          const { where } = whereOf(passage, sentenceAround(passage.text, tool.start, tool.end));
          return { passage, tool, where };
        }),
  );
  const ofClouds = new Set(found.filter(({ where }) => !OF_HOSTS.has(where)).flatMap(({ tool }) => tool.programs));
  return found.flatMap(({ passage, tool }) =>
    tool.programs
      .filter((program) => !ofClouds.has(program))
      .map((program) => {
        const lower = program.toLowerCase();
        return named(passage, tool, isTellingTool(lower) ? lower : program, true);
      }),
  );
}

function named(passage: Passage, at: Span, value: string, tool: boolean): NamedProgram {
  return behaviourAt(passage, at, tool ? CERTAINTY.tool : CERTAINTY.program, {
    kind: 'program' as const,
    value,
    platforms: ['endpoint-sysmon'] as const,
    techniques: [],
    tool,
  });
}

function typed(passage: Passage): readonly NamedProgram[] {
  return [...passage.text.matchAll(TYPED)].flatMap(({ index, 0: line, 1: name = '' }) => {
    const start = index + line.lastIndexOf(name);
    return isStockProgram(name) || isShort(name)
      ? []
      : [named(passage, { start, end: start + name.length }, name, false)];
  });
}

/** Whether a text ends with a part of a path and a blank. */
function endsWithinPath(text: string): boolean {
  const part = text.slice(text.lastIndexOf('\\') + 1);
  return part.length > 1 && part.length < text.length && part.endsWith(' ') && !hasAny(part, '/:*?"<>|.,;');
}

/** Whether a program's name is so short that many have it: `get.exe`, but not `f3p.exe`. */
function isShort(name: string): boolean {
  const stem = withoutEnding(name.toLowerCase(), EXE);
  return stem.length < LETTERS_MIN - ([...stem].some(isDigit) ? 1 : 0);
}

function programs(passage: Passage): readonly NamedProgram[] {
  const { block, text } = passage;
  const isOnlyMentioned = onlyMentioned(passage);
  return [...text.matchAll(PROGRAM)].flatMap(({ 0: last, index: start }) => {
    const place = wholeProgram(text, { start, end: start + last.length });
    if (place === undefined || isGluedToLabel(last)) return [];
    const { at, isOfSeveralParts } = place;
    const name = text.slice(at.start, at.end);
    if (!isOwnProgram(name) || isOnlyMentioned(at)) return [];
    const isTheirs = isCalledIntruders(text, at);
    if (!isTheirs && (isShort(name) || isEverybodysName(name))) return [];
    const sentence = sentenceAround(text, at.start, at.end);
    // What has so many points and no end is a list of names, as of those that are stopped.
    if (isOfSeveralParts && sentence.end - sentence.start > SENTENCE_MAX) return [];
    // What loads an intruder’s library is somebody’s honest program, wherever it is installed.
    if (!isTheirs && isLoader(text, at, sentence)) return [];
    const isTold = block.role === 'indicators' || isTheirs || isToldAsRun(text, at, sentence);
    return isTold ? [named(passage, at, name, false)] : [];
  });
}

/** The whole name of a program whose last word is at a place, with blanks and points; undefined where it is a part of something else. */
function wholeProgram(
  text: string,
  { start, end }: Span,
): { readonly at: Span; readonly isOfSeveralParts: boolean } | undefined {
  const isPart = text[end] === '.' && isWordCharacter(text[end + 1]);
  const first = skipBack(text, start, isOfName);
  if (isPart || !isWordCharacter(text[first]) || hasAny(text[first - 1] ?? ' ', '\\/@')) return undefined;
  // The end of a name with blanks in a path, which the kind of files has whole.
  if (endsWithinPath(text.slice(Math.max(0, start - NAME_MAX), start))) return undefined;
  return { at: { start: nameFrom(text, { start: first, end }), end }, isOfSeveralParts: first < start };
}

/** Whether a name is a program's that neither Windows has nor every text on tools: those have rules of their own. */
function isOwnProgram(name: string): boolean {
  if (!name.endsWith(EXE) || isStandIn(name)) return false;
  return !isStockProgram(name) && !isTellingTool(withoutEnding(name.toLowerCase(), EXE));
}
