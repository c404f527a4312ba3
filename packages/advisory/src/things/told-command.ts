import { type Token, tokensOf, tokensOfPassage } from '../attribute/cues.js';
import { hostSystem } from '../attribute/host-system.js';
import { isVerb, isVerbOf } from '../deeds/verbs.js';
import { meaningOf } from '../kinds/command/meaning.js';
import { withoutDrive } from '../kinds/windows-paths.js';
import { wordRows, wordSet, words } from '../knowledge/load.js';
import type { FoundThing, Indicator, Span } from '../model.js';
import { type Passage, passageAt, passagesOf, sentenceAround } from '../segment/passage.js';
import { isPowerShell } from '../segment/programs.js';
import { isBlank, isWordCharacter } from '../text/characters.js';
import { BLANKS, QUOTES, startsWithAny, trimEndOf } from '../text/ends.js';
import { folderOfFile } from './folder-of-file.js';
import { isDeniedOrPossible } from './injected.js';
import type { Page } from './page.js';
import { quotedFile, toldEnding, toldExport, toldOptions } from './told-arguments.js';

const SHORTEST = 5;
/** Shorter names of functions stand by chance in the paths of every second command: "Wind" in that of Windows. */
const EXPORT_ALONE_MIN = 6;
/** How many words may stand between a program and the file that it runs. */
const WORDS_BETWEEN = 9;
/** How many may stand between "via" and the program: "via the legitimate program". */
const WORDS_TO_PROGRAM = 3;
/** How many may stand between a verb and the file behind it: "executes the malicious library". */
const WORDS_TO_FILE = 6;
/** How many between "the" and the word for a file that was told before: "the malicious script". */
const WORDS_TO_NOUN = 3;
/** How much of a sentence's beginning may lead back to a file, and how far back that may stand. */
const LEAD_MAX = 40;
const BEFORE_MAX = 200;
const RUN = ['executed', 'started', 'called', 'loaded'] as const;
const TITLE = 'Program Run With A Reported Argument';

/**
 * Finds what programs of Windows were run with where the text tells it in words and shows no command: "executes fen.dll through rundll32 with the
 * export StartFen", "fen.vbs in C:\\Users\\Public is started by wscript", "conhost.exe with the --headless option". Each is looked for in the
 * command line of that program.
 */
export function findToldCommands(page: Page): readonly FoundThing[] {
  if (hostSystem(page.doc.text) !== 'windows') return [];
  const filesOf = filesByPassage(page);
  return passagesOf(page.doc).flatMap((passage): readonly FoundThing[] => {
    if (passage.block.type === 'code' || passage.block.type === 'heading') return [];
    const files = filesOf(passage);
    const seen = new Set<number>();
    return tokensOfPassage(passage).flatMap((token): readonly FoundThing[] => {
      if (!isRunner(passage.text, token)) return [];
      const sentence = sentenceAround(passage.text, token.start, token.end);
      if (seen.has(sentence.start)) return [];
      seen.add(sentence.start);
      return toldIn(passage, sentence, files);
    });
  });
}

/** The files of the intruder's that the text names, by the passage they stand in. */
function filesByPassage({ doc, indicators }: Page): (passage: Passage) => readonly FilePlace[] {
  const places = new Map<number, FilePlace[]>();
  for (const indicator of indicators) {
    const { type, value, spans } = indicator;
    if ((type !== 'file-name' && type !== 'file-path') || value.length < SHORTEST || !isToldOnly(doc, spans)) continue;
    for (const { start, end } of spans) {
      const passage = passageAt(doc, start);
      if (passage === undefined) continue;
      const place = { indicator, start: start - passage.start, end: end - passage.start };
      const list = places.get(passage.start);
      if (list === undefined) places.set(passage.start, [place]);
      else list.push(place);
    }
  }
  return ({ start }) => places.get(start) ?? [];
}

/** Whether no code names a file: a command that the page shows tells more. */
function isToldOnly(doc: Page['doc'], spans: readonly Span[]): boolean {
  return !spans.some(({ start }) => passageAt(doc, start)?.block.type === 'code');
}

interface FilePlace extends Span {
  readonly indicator: Indicator;
}

/** A program in a sentence. */
interface Runner extends Span {
  readonly name: string;
}

/** What a sentence tells of the command lines of its programs. */
function toldIn(passage: Passage, sentence: Span, files: readonly FilePlace[]): readonly FoundThing[] {
  const { text } = passage;
  const tokens = tokensOf(text.slice(sentence.start, sentence.end), sentence.start);
  const runners = tokens
    .filter((token) => isRunner(text, token))
    .map(({ text: name, start, end }): Runner => ({ name, start, end: withExe(text, end) }));
  return runners.flatMap((runner, at): readonly FoundThing[] => {
    // With several programs, what stands behind one up to the next is its own.
    const from = runners.length === 1 ? sentence.start : runner.start;
    const to = runners[at + 1]?.start ?? sentence.end;
    const own = tokens.filter(({ start, end }) => start >= from && end <= to);
    const led = tokens.filter(({ end }) => end <= runner.start).slice(-WORDS_TO_PROGRAM - 1);
    const told = { tokens, runner, runners, sentence };
    const file = fileOf(text, told, files);
    const parent = isStarted(led) ? runners[at - 1] : undefined;
    const ending = within(files, sentence).length > 0 ? undefined : toldEnding(text, tokens, runner);
    const parts = ending ?? partsOf(text, { own, runner, file, parent, isRun: hasRun(own) || hasRun(led) });
    return parts.length === 0 ? [] : [commandOf(passage, { runner, file, parent }, parts)];
  });
}

/** A program with the file that it runs and the program that starts it. */
interface Run {
  readonly runner: Runner;
  readonly file: FilePlace | undefined;
  readonly parent: Runner | undefined;
}

/** A program in its sentence. */
interface Told {
  readonly tokens: readonly Token[];
  readonly runner: Runner;
  readonly runners: readonly Runner[];
  readonly sentence: Span;
}

/** The file that a sentence says a program runs: one it names, or the one of the sentences before that it leads back to. */
function fileOf(text: string, told: Told, files: readonly FilePlace[]): FilePlace | undefined {
  const { sentence, tokens, runner } = told;
  const here = within(files, sentence);
  const named = here.find((each) => isRunBy(text, told, each, here));
  if (named !== undefined || here.length > 0) return named;
  const begin = text.slice(sentence.start, sentence.start + LEAD_MAX).toLowerCase();
  const before = files.findLast(({ end }) => end <= sentence.start && sentence.start - end <= BEFORE_MAX);
  if (runsAgain(told) && before !== undefined && isOfRunner(runner, before)) return before;
  if (!startsWithAny(begin, words('back-to-file'))) return undefined;
  const led = tokens.filter(({ end }) => end <= runner.start);
  const isMeans = led.slice(-WORDS_TO_PROGRAM - 1).some((token) => wordSet('by-means-of').has(token.text));
  return before !== undefined && isMeans && isRun(led) && isOfRunner(runner, before) ? before : undefined;
}

const within = (files: readonly FilePlace[], { start, end }: Span): readonly FilePlace[] =>
  files.filter((file) => file.start >= start && file.end <= end);

/** Whether a program is said to run a file that was told before: "used wscript.exe to run the script". */
function runsAgain({ tokens, runner }: Told): boolean {
  const behind = tokens.filter(({ start }) => start >= runner.end).slice(0, WORDS_BETWEEN);
  const noun = behind.findIndex((token) => wordSet('files-told-again').has(token.text));
  const led = behind.slice(0, Math.max(noun, 0));
  const isKnown = led.slice(-WORDS_TO_NOUN).some((token) => wordSet('points-back').has(token.text));
  // The role of the file is that of its own sentence.
  const isDenied = isDeniedOrPossible(tokens);
  return isKnown && isRun(led) && !isDenied;
}

/** What a program's command line has: its options, the file, and the function that a library is started with. */
function partsOf(
  text: string,
  { own, runner, file, parent, isRun }: Run & { readonly own: readonly Token[]; readonly isRun: boolean },
): readonly string[] {
  // Without its file it must be told that the program was run, and not that something asks for it.
  const isAsked = own.some((token) => wordSet('asked-not-run').has(token.text));
  if (file === undefined && (isAsked || !isRun)) return [];
  const called = runner.name === 'rundll32' ? toldExport(text, own) : undefined;
  const sentence = { start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 };
  const quoted = file === undefined && called !== undefined ? quotedFile(text, sentence) : undefined;
  const told = file === undefined ? quoted : whereItIs(text, file);
  const isNarrowed = file !== undefined || parent !== undefined;
  return [
    // By itself an option of PowerShell is one that everybody may use.
    ...(isNarrowed || !isPowerShell(runner.name) ? toldOptions(text, own, runner, isNarrowed) : []),
    told,
    isTellingExport(called, told !== undefined) ? called : undefined,
  ].filter((part) => part !== undefined);
}

/** Whether a library's function tells something: a short one, and one that many libraries have, only beside its file. */
function isTellingExport(called: string | undefined, isFileTold: boolean): boolean {
  const name = called?.toLowerCase() ?? '';
  if (wordSet('exports-with-rules').has(name)) return false;
  return isFileTold || (name.length >= EXPORT_ALONE_MIN && !wordSet('everyday-exports').has(name));
}

function commandOf(passage: Passage, { runner, file, parent }: Run, parts: readonly string[]): FoundThing {
  const at = (span: Span): Span => ({ start: passage.start + span.start, end: passage.start + span.end });
  const program = (thing: 'process' | 'parent-process', of: Runner): FoundThing => ({
    thing,
    value: `${of.name}.exe`,
    spans: [at(of)],
  });
  const value = parts.join(' ').trim();
  const [shows] = meaningOf(runner.name, `${runner.name} ${value}`, 'windows').techniques;
  return {
    thing: 'command-line',
    value,
    ...(shows === undefined ? {} : { shows }),
    ...(parts.length > 1 ? { parts } : {}),
    deed: 'executed',
    title: TITLE,
    spans: [at(file ?? runner)],
    beside: [program('process', runner), ...(parent === undefined ? [] : [program('parent-process', parent)])],
  };
}

/** A file's name, behind its folder where the same words tell it. */
function whereItIs(text: string, { indicator: { value }, ...span }: FilePlace): string {
  if (value.includes('\\')) return withoutDrive(value);
  const folder = folderOfFile(text, span, true);
  return folder === undefined ? value : `${folder.value}\\${value}`;
}

/** Whether a word is one of the programs and no part of a longer name or of a command. */
function isRunner(text: string, { text: name, start, end }: Token): boolean {
  if (!wordRows('file-runners').has(name)) return false;
  if ('.\\/-_@'.includes(text[start - 1] ?? ' ')) return false;
  const behind = text.slice(end, withExe(text, end) + 1);
  const next = text[withExe(text, end)] ?? ' ';
  // Words of English and names of products begin so too: "node", "control", "Java".
  const isProgram = behind.startsWith('.exe') || !wordSet('runners-in-words').has(name);
  return isProgram && !isWordCharacter(next) && !'\\/_@-'.includes(next);
}

function withExe(text: string, end: number): number {
  return text.slice(end, end + 4).toLowerCase() === '.exe' ? end + 4 : end;
}

/** Whether a sentence says that a program runs a file of a kind that it runs. */
function isRunBy(text: string, told: Told, file: FilePlace, files: readonly FilePlace[]): boolean {
  const { tokens, runner, runners } = told;
  if (!isOfRunner(runner, file) || isTyped(text, file)) return false;
  const isBefore = file.end <= runner.start;
  const [from, to] = isBefore ? [file.end, runner.start] : [runner.end, file.start];
  if (from > to || text.slice(from, to).includes(';')) return false;
  if ([...files, ...runners].some(({ start }) => start >= from && start < to)) return false;
  const between = tokens.filter(({ start, end }) => start >= from && end <= to);
  if (between.length > WORDS_BETWEEN) return false;
  const verbs = tokens.filter(({ end }) => end <= Math.min(file.start, runner.start)).slice(-WORDS_TO_FILE);
  if (!isBefore)
    return isRun(between) || (between[0]?.text === 'with' && !between.some(({ text }) => isVerb(text)) && isRun(verbs));
  const means = between.findLastIndex((token) => wordSet('by-means-of').has(token.text));
  if (means < 0 || between.length - means - 1 > WORDS_TO_PROGRAM) return false;
  const led = between.slice(0, means);
  return isRun(led.some(({ text }) => isVerb(text)) ? led : verbs);
}

/** Whether a file is of a kind that a program runs. */
function isOfRunner({ name }: Runner, { indicator: { value } }: FilePlace): boolean {
  const ending = value.slice(value.lastIndexOf('.') + 1).toLowerCase();
  return wordRows('file-runners').get(name)?.has(ending) === true;
}

/** Whether a name stands behind a program as in a command: "rundll32 fen.dll", "fen.dll,Start". */
function isTyped(text: string, { start, end }: Span): boolean {
  const before = trimEndOf(text.slice(Math.max(0, start - 20), start), `${BLANKS}${QUOTES}`).toLowerCase();
  const isBehind = [...wordRows('file-runners').keys()].some(
    (name) => before.endsWith(name) || before.endsWith(`${name}.exe`),
  );
  return isBehind || (text[end] === ',' && !isBlank(text[end + 1]));
}

/** Whether the last verb of some words says that something was run. A verb behind an article only describes. */
function isRun(words: readonly Token[]): boolean {
  const verb = words.findLast((word, at) => isVerb(word.text) && !wordSet('articles').has(words[at - 1]?.text ?? ''));
  return verb !== undefined && isVerbOf(RUN, verb.text);
}

/** Whether the words right before a program say that the one before it starts it, and not that it is the means of something. */
function isStarted(led: readonly Token[]): boolean {
  return (
    led.some(({ text }) => wordSet('starts-others').has(text)) &&
    !led.some(({ text }) => wordSet('by-means-of').has(text))
  );
}

function hasRun(words: readonly Token[]): boolean {
  return words.some(({ text }) => wordSet('starts-others').has(text) || isVerbOf(RUN, text));
}
