import { wordSet } from '../knowledge/load.js';
import type { Shell, Span } from '../model.js';
import { isBlank, isWordCharacter } from '../text/characters.js';
import {
  BLANKS,
  CLOSING_QUOTES,
  closesWith,
  endsWithAny,
  endsWithAssignment,
  opensWith,
  startsWithAny,
  trimStartOf,
  unquoted,
  withoutFirst,
  withoutLast,
} from '../text/ends.js';
import { hasAny, isMadeOf, startsWithCapital, startsWithSmall } from '../text/shape.js';
import { oneOf, skip, skipBack } from '../text/stretches.js';
import { callCommands } from './code-calls.js';
import { commandExtent, isToldAgain } from './extent.js';
import {
  announcement,
  type Head,
  headAt,
  headScore,
  isBareProgram,
  isProgram,
  isProseSlash,
  standsBare,
  startsArrow,
} from './heads.js';
import { listsPrograms } from './listed-programs.js';
import type { CommandSetting, CommandSpan } from './model.js';
import type { Passage } from './passage.js';
import { bareName, isPowerShell, isReconTool, type ToolKnowledge, toolOf } from './programs.js';
import { promptedStretches } from './prompt.js';
import { queryCommands } from './query-values.js';
import { isLikelySource } from './source-line.js';
import { hasWindowsSigns, namesFileOf } from './windows-signs.js';
import { isArgument, isFunctionWord, isProseWord, joinsPrograms, type Word, wordsOf } from './words.js';

/** A longer command is cut: the rest is payload. */
const COMMAND_MAX = 4000;
/** How many words of running text are searched for one command. */
const WINDOW = 160;
/** The score from which a command begins in running text. */
const BEGINS = 3;
/** Endings of files that are run by their name. */
const RUN_ENDINGS = ['.exe', '.bat', '.cmd', '.ps1', '.sh'] as const;

/**
 * The command lines of a passage, in order and without overlap. A command ends where the next begins. In code, after a prompt and in
 * quotation marks it takes the whole part; in running text it ends at the first word that only sentences have.
 */
export function commandSpans(passage: Passage): readonly CommandSpan[] {
  const found: CommandSpan[] = [];
  const add = (spans: readonly CommandSpan[]): void => {
    for (const span of spans)
      if (!found.some((other) => span.start < other.end && other.start < span.end)) found.push(span);
  };
  for (const span of passage.block.code ?? []) {
    add(typedCommands(passage, { start: span.start - passage.start, end: span.end - passage.start }, 'quoted'));
  }
  add(queryCommands(passage));
  add(callCommands(passage));
  for (const line of linesOf(passage)) add(lineCommands(passage, line, found));
  return found.sort((a, b) => a.start - b.start);
}

/** The lines of a passage. In code a line that ends in the shell's continuation mark (`^`, `` ` ``, `\`) continues in the next. */
function linesOf({ text, block }: Passage): readonly Span[] {
  const lines: Span[] = [];
  let start = 0;
  while (start <= text.length) {
    let end = lineEnd(text, start);
    while (
      block.type === 'code' &&
      end < text.length &&
      isBlank(text[end - 2]) &&
      '\\^`'.includes(text.charAt(end - 1))
    ) {
      end = lineEnd(text, end + 1);
    }
    lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline < 0 ? text.length : newline;
}

function lineCommands(passage: Passage, line: Span, already: readonly CommandSpan[]): readonly CommandSpan[] {
  return promptedStretches(passage.text, line).flatMap((stretch) => {
    const isCode = passage.block.type === 'code';
    const text = passage.text.slice(stretch.start, stretch.end);
    if (isCode || standsAlone(text)) {
      const typed = typedCommands(passage, stretch, 'typed');
      if (typed.length > 0) return typed;
      if (isCode && isLikelySource(text)) return [];
    }
    return runningCommands(passage, stretch, already, stretch.typed);
  });
}

/** Whether a line of running text is nothing but a command: it begins with a tool and has no words that only sentences have. */
function standsAlone(line: string): boolean {
  if (line.length < 6 || line.length > COMMAND_MAX) return false;
  const words = wordsOf(line.trim());
  const head = words[0];
  if (head === undefined || words.length < 2) return false;
  if (toolOf(head.text) === undefined && !endsWithAny(withoutLast(head.text.toLowerCase(), '"”\''), RUN_ENDINGS))
    return false;
  const bare = words.slice(1).filter((word) => !word.quoted);
  const prose = bare.filter((word) => isFunctionWord(word.text)).length;
  if (prose > 0) return false;
  const isHead = startsWithSmall(head.text) || opensWith(head.text, '"“%$./\\');
  return isHead || bare.some(({ text }) => opensWith(text, '-/') && isWordCharacter(text[1]));
}

/** A part that is nothing but code: one command, or several that have lost their line breaks. */
function typedCommands(passage: Passage, span: Span, setting: CommandSetting): readonly CommandSpan[] {
  const stretch = trimmed(passage.text, span);
  const words = wordsOf(passage.text, stretch.start, stretch.end);
  if (!isTyped(passage.text.slice(stretch.start, stretch.end), words, setting)) return [];
  const found: CommandSpan[] = [];
  let index = 0;
  while (index < words.length) {
    const head = headAt(words, index) ?? plainHead(words[index] as Word);
    const { end } = commandExtent(words, index, head, false);
    found.push(command(passage, { start: (words[index] as Word).start, end }, head, setting));
    const next = words.findIndex((word, at) => at > index && word.start >= end);
    if (next < 0) break;
    index = next;
  }
  return found.filter(({ text }) => text.length >= 4);
}

/** The first word of a piece of code that does not look like a program by itself. */
function plainHead(word: Word): Head {
  return { word, start: word.start, text: word.text, program: toolOf(word.text), strength: 1 };
}

function trimmed(text: string, { start, end }: Span): Span {
  let [from, to] = [start, end];
  while (from < to && isBlank(text[from])) from += 1;
  while (to > from && isBlank(text[to - 1])) to -= 1;
  return { start: from, end: Math.min(to, from + COMMAND_MAX) };
}

/** Whether a piece of code is a command: a program with arguments, not a statement of a language and not a sentence. */
function isTyped(text: string, words: readonly Word[], setting: CommandSetting): boolean {
  const head = words[0];
  if (head === undefined || isLikelySource(text) || isLabel(head.text)) return false;
  const tool = toolOf(head.text);
  if (tool === undefined && !isProgram(head.text)) return false;
  const rest = words.slice(1);
  if (setting === 'quoted' && isNameWithBlanks(words)) return false;
  if (rest[0]?.text === '=' || startsArrow(rest[0])) return false;
  if (rest.length === 0) {
    return tool !== undefined && isReconTool(tool.name) && tool.verbs === undefined && setting === 'typed';
  }
  if (!rest.some((word) => isArgument(word.text) || tool?.verbs?.has(word.text.toLowerCase()))) return false;
  if (listsPrograms(plainHead(head), rest)) return false;
  if (tool === undefined && !rest.some((word) => hasSigns(word.text))) return false;
  if (rest.some(({ text: word }) => isProseWord(word)) && !rest.some((word) => isOwn(word.text, tool))) return false;
  return rest.filter((word) => !word.quoted && isFunctionWord(word.text)).length <= rest.length / 4;
}

/** Whether a word is a label with its colon, quoted or not. */
const isLabel = (word: string): boolean =>
  word.endsWith(':') && isMadeOf(withoutLast(withoutFirst(word.slice(0, -1), '"\'“‘'), '"\'”’'), '.-');

/** Whether a word begins as an option does, or has signs of paths, variables and addresses. */
function hasSigns(word: string): boolean {
  const bare = withoutFirst(word, '"\'“');
  const name = skip(bare, 0, oneOf('-/–'), 2);
  return (name > 0 && isWordCharacter(bare[name])) || hasAny(word, '\\=%') || word.includes('://');
}

/** How many words a file's name with blanks may have. */
const NAME_WORDS_MAX = 4;

/** Whether quoted words are the name of a file: "Java Update.lnk" calls no Java. Cmdlets begin with a capital too, and have a hyphen. */
function isNameWithBlanks(words: readonly Word[]): boolean {
  const [head, ...rest] = words;
  if (head === undefined || words.length > NAME_WORDS_MAX || head.text.includes('-') || !startsWithCapital(head.text))
    return false;
  const last = rest.at(-1)?.text.toLowerCase() ?? '';
  const ending = last.includes('.') ? last.slice(last.lastIndexOf('.') + 1) : '';
  return wordSet('file-endings').has(ending) && rest.every(({ text }) => !hasAny(text, '-/\\,:='));
}

/** Whether a word belongs to a command and is not a program's name in a sentence. */
function isOwn(word: string, tool: ToolKnowledge | undefined): boolean {
  if (tool?.verbs?.has(word.toLowerCase()) === true) return true;
  return isArgument(word) && !isProseSlash(word) && !isBareProgram(word);
}

/** Commands within running text. */
function runningCommands(
  passage: Passage,
  stretch: Span,
  already: readonly CommandSpan[],
  typed: boolean,
): readonly CommandSpan[] {
  const found: CommandSpan[] = [];
  const words = wordsOf(passage.text, stretch.start, stretch.end);
  const taken = already.map(({ start, end }) => ({ start: start - passage.start, end: end - passage.start }));
  let until = stretch.start;
  let inSession = typed;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as Word;
    if (word.start < until || taken.some(({ start, end }) => start <= word.start && word.start < end)) continue;
    if (!word.quoted && headAt(words, index) === undefined) {
      inSession = false;
      continue;
    }
    const window = words.slice(index, index + WINDOW);
    const read = word.quoted ? quotedCommand(passage, word, window) : runningCommand(passage, window, inSession);
    inSession = read.nextFollows && read.spans.length > 0;
    if (read.spans.length === 0) continue;
    found.push(...read.spans);
    until = (read.spans.at(-1) as CommandSpan).end - passage.start;
  }
  return found;
}

interface Read {
  readonly spans: readonly CommandSpan[];
  readonly nextFollows: boolean;
}

const NOTHING: Read = { spans: [], nextFollows: false };

/** A quoted word: either a command in quotation marks, or a program's quoted path with its arguments after it. */
function quotedCommand(passage: Passage, word: Word, window: readonly Word[]): Read {
  const close = lastQuote(passage.text, word);
  const inner = wordsOf(passage.text, word.start + 1, Math.max(word.start + 1, close));
  if (inner.length <= 1 || isProgram(word.text)) return runningCommand(passage, window, false);
  if (isPatternText(passage.text, word)) return NOTHING;
  const end = inner.at(-1)?.end ?? word.end;
  const stop = closesWith(passage.text.slice(0, end), '.,;') ? end - 1 : end;
  return {
    spans: typedCommands(passage, { start: inner[0]?.start ?? word.start, end: stop }, 'quoted'),
    nextFollows: false,
  };
}

/** What stands behind a string of a pattern rule. */
const PATTERN_MODIFIERS = ['fullword', 'ascii', 'wide', 'nocase'] as const;

/** Whether a text is a string of a pattern rule (`$s1 = "…" fullword`), which a file contains and nobody typed. */
function isPatternText(text: string, word: Word): boolean {
  if (!endsWithAssignment(text.slice(Math.max(0, word.start - 20), word.start))) return false;
  const behind = trimStartOf(text.slice(word.end, word.end + 20), BLANKS);
  const name = skip(behind, 1, isWordCharacter);
  const isNext = behind[0] === '$' && name > 1 && behind[skip(behind, name, isBlank)] === '=';
  return isNext || startsWithAny(behind, PATTERN_MODIFIERS);
}

function lastQuote(text: string, word: Word): number {
  for (let at = word.end - 1; at > word.start; at -= 1) if (CLOSING_QUOTES.includes(text.charAt(at))) return at;
  return word.end;
}

/** A command whose first word is here. */
function runningCommand(passage: Passage, words: readonly Word[], inSession: boolean): Read {
  const head = headAt(words, 0);
  if (head === undefined || isToldAgain(head.text, words[1])) return NOTHING;
  const announced = announcement(passage.text, head.start);
  const { end, proven, nextFollows } = commandExtent(words, 0, head, true);
  const taken = words.filter((word) => word.start < end);
  const bare = taken.length < 2 && standsBare(head) && (announced === 2 || bareInSession(words, inSession));
  if (bare) {
    const next = headAt(words, 1) !== undefined;
    return { spans: [command(passage, { start: head.start, end: head.word.end }, head, 'prose')], nextFollows: next };
  }
  if (!proven || taken.length < 2) return NOTHING;
  if (listsPrograms(head, taken.slice(1))) return NOTHING;
  if (headScore(words, 0, head, announced, inSession) < BEGINS) return NOTHING;
  return {
    spans: [command(passage, { start: head.start, end: closed(passage.text, head, end) }, head, 'prose')],
    nextFollows,
  };
}

/** Whether a program without arguments is a command among others: one ended right before it, or begins right after it. */
function bareInSession(words: readonly Word[], inSession: boolean): boolean {
  if (inSession) return true;
  const next = headAt(words, 1);
  if (next === undefined) return false;
  return headScore(words, 1, next, 0, false) > BEGINS || (standsBare(next) && headAt(words, 2) !== undefined);
}

/** The end of a command before the closing mark of a quotation that opened before it. */
function closed(text: string, head: Head, end: number): number {
  let stop = end;
  if (!head.word.quoted && hasAny(text.slice(head.word.start, head.start), '"\'“‘”`')) {
    const close = closingMark(text.slice(head.start, end));
    if (close > 0) stop = head.start + close;
  }
  return closesNothing(text.slice(head.start, stop)) ? stop - 1 : stop;
}

/** The place of the first closing mark behind which a text ends, or a blank or punctuation follows; -1 where it has none. */
function closingMark(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const next = text.charAt(at + 1);
    if (CLOSING_QUOTES.includes(text.charAt(at)) && (next === '' || isBlank(next) || '.,;:)'.includes(next))) return at;
  }
  return -1;
}

/** Whether a command's last character is a quotation mark that nothing in it opened. */
function closesNothing(command: string): boolean {
  const last = command.at(-1) ?? '';
  if (last === '' || !'"”’'.includes(last)) return false;
  if (last === '"' && !hasAny(command, '“”')) return command.replaceAll('\\"', '').split('"').length % 2 === 0;
  const body = command.slice(0, -1);
  const closedBefore = skipBack(body, body.length, (character) => !'"”’\''.includes(character));
  return !hasAny(body.slice(Math.max(0, closedBefore - 1)), '"“‘\'');
}

function command(passage: Passage, span: Span, head: Head, setting: CommandSetting): CommandSpan {
  const text = passage.text.slice(span.start, span.end);
  const image = unquoted(head.text);
  return {
    start: passage.start + span.start,
    end: passage.start + span.end,
    shell: shellOf(text, head),
    program: head.program?.name ?? bareName(image),
    head: image,
    text,
    block: passage.block,
    setting,
    programs: programSpans(passage, span),
  };
}

/** The span of each program; an operator between two of them (`|`, `&&`) belongs to neither. */
function programSpans(passage: Passage, span: Span): readonly Span[] {
  const words = wordsOf(passage.text, span.start, span.end);
  const found: Span[] = [];
  let start = span.start;
  let end = span.start;
  for (const word of words) {
    if (joinsPrograms(word.text)) {
      if (end > start) found.push({ start: passage.start + start, end: passage.start + end });
      start = word.end;
      end = word.end;
      continue;
    }
    if (end === start) start = word.start;
    end = word.end;
  }
  if (end > start) found.push({ start: passage.start + start, end: passage.start + end });
  return found.length === 0 ? [{ start: passage.start + span.start, end: passage.start + span.end }] : found;
}

function shellOf(text: string, head: Head): Shell {
  const name = head.program?.name ?? '';
  if (isPowerShell(name)) return 'powershell';
  if (name === 'cmd' || namesFileOf(text, ['.exe', '.bat', '.cmd']) || hasWindowsSigns(text)) return 'cmd';
  return head.program?.systems.includes('windows') === true ? 'cmd' : 'sh';
}
