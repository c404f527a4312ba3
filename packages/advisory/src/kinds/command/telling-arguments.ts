import { hasStandIn, isStandIn } from '../../draft/stand-in.js';
import type { Span } from '../../model.js';
import { bareName, isShellsOwn, toolOf } from '../../segment/programs.js';
import { isOperator, type Word, wordsOf } from '../../segment/words.js';

/** A piece of a command line worth detecting: `text` stands at `start` of the canonical text. */
export interface TellingArgument extends Span {
  readonly text: string;
  /** How much it tells: 3 a name of the actor's own, 2 a telling option or sub-command, 1 the rest. */
  readonly weight: number;
}

/** A command line taken apart. */
export interface CommandParts {
  /** Bare lower-case name of the program that does the work, wrappers (`cmd /c`) taken off. */
  readonly tool: string;
  /** The tool is the shell's own, or several commands are chained: the shell's process has the command line. */
  readonly shell: boolean;
  readonly arguments: readonly TellingArgument[];
  /** The span of the command without its wrapper. */
  readonly span: Span;
}

const GENERIC_OPTIONS = new Set(
  '/c /k /q /s /f /y /i /v -c -e -s -f -r -i -q -v -n -w -p -u -o -a -d -l -h --help /? 2>&1 >nul nul -k -x -t --'.split(
    ' ',
  ),
);

/**
 * Takes a command line of the canonical text apart: what runs, and which of its arguments an experienced author would keep: sub-commands and
 * long options, names of files, tasks, exports and hosts' paths; not addresses, placeholders, payloads and one-letter options.
 */
export function commandParts(text: string, span: Span, fallbackTool: string): CommandParts {
  let words = wordsOf(text, span.start, span.end);
  let wrapped = false;
  let inner: Span = span;
  for (let depth = 0; depth < 3; depth += 1) {
    const unwrapped = unwrap(text, words);
    if (unwrapped === undefined) break;
    wrapped = true;
    words = unwrapped;
    inner = { start: words[0]?.start ?? span.start, end: words.at(-1)?.end ?? span.end };
  }
  const chained = words.some((word) => !word.quoted && isOperator(word.text) && !/^\d?>/.test(word.text));
  const head = workingHead(words);
  const tool = head === undefined ? fallbackTool : toolName(head);
  const builtin = isShellsOwn(tool);
  const found: TellingArgument[] = [];
  const shell = (wrapped && chained) || builtin;
  // PowerShell keeps a script's redirections in its own command line.
  const keepsAll = shell || /^(?:powershell|pwsh)$|-/.test(tool);
  let headExpected = false;
  let redirected = false;
  words.slice(1).forEach((word) => {
    // Where the output goes is the shell's to know: the program's own command line does not have it.
    const isTarget = redirected;
    redirected = !keepsAll && !word.quoted && /^\d?>{1,2}$/.test(word.text);
    if (!keepsAll && (isTarget || (!word.quoted && /^\d?>{1,2}[^>&]/.test(word.text)))) return;
    if (isOperator(word.text)) {
      headExpected = !/[<>]/.test(word.text);
      return;
    }
    found.push(...argumentsOf(text, word, headExpected ? 2 : 0, tool));
    if (RUNS_ADDRESSES.test(tool)) found.push(...schemeOf(word));
    headExpected = false;
  });
  if (builtin && head !== undefined) {
    // A file's name by itself would be found wherever it is used.
    found.unshift({ text: head.text, start: head.start, end: head.end, weight: 2 });
  }
  return { tool, shell, arguments: dedupe(found), span: inner };
}

/** What these run is on a disk; given an address, that they are is telling, whichever address it is. */
const RUNS_ADDRESSES = /^(?:mshta|regsvr32|msiexec|installutil|cmstp|wmic|hh)$/;

/** The beginning of an address, whole again where it was defanged. */
function schemeOf(word: Word): readonly TellingArgument[] {
  const match = /h(?:tt|xx)p(s?)(?:\[:\]|:)\/\//i.exec(word.text);
  if (match === null) return [];
  const start = word.start + match.index;
  return [{ text: `http${(match[1] ?? '').toLowerCase()}://`, start, end: start + match[0].length, weight: 2 }];
}

/** The first command of a chain that does more than prepare the console or wait. */
function workingHead(words: readonly Word[]): Word | undefined {
  let head = words[0];
  for (let index = 1; index < words.length && head !== undefined && PREPARING.has(toolName(head)); index += 1) {
    if (/^(?:&{1,2}|\|{1,2}|;)$/.test((words[index - 1] as Word).text)) head = words[index];
  }
  return head !== undefined && PREPARING.has(toolName(head)) ? words[0] : head;
}

const PREPARING = new Set(['chcp', 'echo', 'cd', 'timeout', 'ping', 'mode', 'sleep', 'sudo', 'nohup']);

function toolName(head: Word): string {
  return bareName(head.text.replace(/^["'“‘`]|["'”’`]$/g, ''));
}

/** The words after `cmd /c`, `bash -c`, `sudo` or `start`; undefined when there is no such wrapper. */
function unwrap(text: string, words: readonly Word[]): readonly Word[] | undefined {
  const head = words[0];
  if (head === undefined || words.length < 2) return undefined;
  const name = toolName(head);
  if (name === 'cd') return afterFolder(text, words);
  if (name === 'start') {
    const at = words.findIndex((word, index) => index > 0 && !/^\/\w+$/.test(word.text) && !word.quoted);
    return at < 0 || toolOf(toolName(words[at] as Word)) === undefined ? undefined : nonEmpty(words.slice(at));
  }
  if (name === 'sudo') {
    const at = words.findIndex((word, index) => index > 0 && toolOf(toolName(word)) !== undefined);
    return at < 0 || at > 4 ? undefined : nonEmpty(words.slice(at));
  }
  const shell = name === 'cmd' ? /^["'“]?\/[ckr]$/i : /^(?:ba|z|da|k)?sh$/.test(name) ? /^-\w*c$/ : undefined;
  if (shell === undefined) return undefined;
  // `cmd.exe "/c whoami"`: the whole rest is quoted, the switch included; quotes within it may cut it into several words.
  const only = words[1] as Word;
  const quoted = /^(?:["'“]\s*(?:\/[ckr]|-c)\s+)/i.exec(only.text)?.[0];
  if (quoted !== undefined) {
    const last = words.at(-1) as Word;
    const end = /["'”]$/.test(last.text) ? last.end - 1 : last.end;
    return nonEmpty(wordsOf(text, only.start + quoted.length, end));
  }
  const at = words.findIndex((word, index) => index > 0 && shell.test(word.text));
  if (at < 0 || at > 5) return undefined;
  const rest = words.slice(at + 1);
  const first = rest[0];
  if (rest.length === 1 && first?.quoted === true) return nonEmpty(wordsOf(text, first.start + 1, first.end - 1));
  if (first !== undefined && /^["'“(]/.test(first.text) && !first.quoted) {
    return nonEmpty(wordsOf(text, first.start + 1, words.at(-1)?.end ?? first.end));
  }
  return nonEmpty(rest);
}

/** `cd /d C:\\Web&next …`, as web shells send it: what comes after the folder was chosen. */
function afterFolder(text: string, words: readonly Word[]): readonly Word[] | undefined {
  const [start, end] = [(words[0] as Word).start, (words.at(-1) as Word).end];
  const chosen = /^cd\s+(?:\/d\s+)?[^\s&]{1,200}\s*&{1,2}\s*(?=\S)/i.exec(
    text.slice(start, Math.min(end, start + 300)),
  )?.[0];
  return chosen === undefined ? undefined : nonEmpty(wordsOf(text, start + chosen.length, end));
}

function nonEmpty(words: readonly Word[]): readonly Word[] | undefined {
  return words.length === 0 ? undefined : words;
}

/** What a program fills in: `%s`, `%s1`, `%08x`. */
const FORMAT = /^%[0-9.]{0,4}[sdxu]\d?$/;
/** Exports that thousands of libraries have. */
const EVERY_LIBRARY =
  /^#?(?:dll(?:register|unregister)server|dllinstall|dllentrypoint|dllmain|dllgetclassobject|start|main|run|init|entry|\d+)$/;
/** Values of PowerShell's own options, in every second script. */
const LAUNCH_VALUES = /^(?:hidden|bypass|unrestricted|remotesigned|normal|minimized|system|sys|temp|true|false|none)$/;
const PLACEHOLDER =
  /<[^>]*>?|\[(?:redacted|removed|victim|domain|user|ip|host|password)[^\]]*\]|redacted|x{3,}|\{\w+\}|\*{2,}|[[<][a-z ]{1,20}$|^[a-z]{1,20}[\]>]$/i;
const ADDRESS = /:\/\/|\[:\]|\[\.\]|^\d{1,3}(?:\.\d{1,3}){3}|hxxp/i;

const QUOTED_PATH = /^["'“](?:[A-Za-z]:|%\w+%|\\)\\(?:(?! [-/]\w|\.exe\\?").)*["'”]$/i;

/** A name of several plain words, such as a task's or a group's. */
const QUOTED_NAME = /^["“](?=[^"”]{5,60}["”]$)[A-Z][\w.]*(?: [A-Z0-9][\w.]*){1,4}["”]$/;

function argumentsOf(text: string, word: Word, base: number, tool: string): readonly TellingArgument[] {
  if (QUOTED_PATH.test(word.text)) {
    const start = word.start + Math.max(1, word.text.lastIndexOf('\\', word.text.length - 3));
    const end = word.end - 1;
    const name = text.slice(start, end).replace(/\\$/, '');
    if (name.length > 3 && !/[*?<>]/.test(name) && !isStandIn(name))
      return [{ text: name, start, end: start + name.length, weight: 3 }];
    return [];
  }
  if (word.quoted && QUOTED_NAME.test(word.text)) {
    const [start, end] = [word.start + 1, word.end - 1];
    if (isStandIn(text.slice(start, end))) return [];
    return [{ text: text.slice(start, end), start, end, weight: 3 }];
  }
  if (word.quoted && /\s/.test(word.text)) {
    const inner = wordsOf(text, word.start + 1, word.end - 1);
    return inner.flatMap((part) => (isOperator(part.text) ? [] : argumentsOf(text, part, base, tool)));
  }
  return pieces(word).flatMap((piece) => {
    const weight = weightOf(piece.text, tool);
    return weight === 0 ? [] : [{ ...apart(text, piece), weight: Math.max(weight, Math.min(base, 2)) }];
  });
}

/** A very short sub-command keeps the blanks around it, or it would match inside any word. */
function apart(text: string, piece: Piece): Piece {
  if (piece.text.length > 3 || text[piece.start - 1] !== ' ' || text[piece.end] !== ' ') return piece;
  return { text: ` ${piece.text} `, start: piece.start - 1, end: piece.end + 1 };
}

interface Piece extends Span {
  readonly text: string;
}

/** A word without quotes and brackets, cut at commas, `=` and `:` of options, paths cut to their file name. */
function pieces(word: Word): readonly Piece[] {
  const cut: { text: string; start: number; end: number }[] = [];
  const pattern = /[^\s"'“”‘’`,;()|&{}]+/g;
  for (const match of word.text.matchAll(pattern)) {
    // A word processor's dash is not what was typed.
    let part = match[0].replace(/^[–—](?=[A-Za-z])/, '-');
    let start = word.start + match.index;
    const assignment = /^([-/]{1,2}[\w-]{2,}[:=])(.+)$/.exec(part);
    if (ADDRESS.test(part) || PLACEHOLDER.test(part)) {
      const option = assignment?.[1];
      if (option !== undefined) cut.push({ text: option, start, end: start + option.length });
      continue;
    }
    if (assignment !== null) {
      const name = assignment[1] as string;
      cut.push({ text: name, start, end: start + name.length });
      part = assignment[2] as string;
      start += name.length;
    }
    part = part.replace(/\\+$/, '');
    const hive = /^(?:HKEY_\w+|HK(?:LM|CU|CR|U)):?(?=\\)/i.exec(part)?.[0];
    if (hive !== undefined) {
      cut.push({ text: part.slice(hive.length), start: start + hive.length, end: start + part.length });
      continue;
    }
    const slash = lastSeparator(part);
    if (slash > 0 && slash < part.length - 3) {
      start += slash;
      part = part.slice(slash);
    }
    part = part.replace(/[.\\]+$/, '');
    if (part.length > 0) cut.push({ text: part, start, end: start + part.length });
  }
  return cut;
}

/** The separator before the last component of a path; -1 for options and for what is no path. */
function lastSeparator(part: string): number {
  const back = part.lastIndexOf('\\');
  if (back > 0) return part[back - 1] === '\\' ? back : back;
  if (/^\/(?:tmp|var|dev|opt|root|home|etc|srv|usr\/local)\/[\w./+-]{1,60}$/.test(part)) return -1;
  if (/^(?:\/|~\/|\.\/)[\w.-]+\//.test(part)) return part.lastIndexOf('/');
  return -1;
}

function weightOf(text: string, tool: string): number {
  const lower = text.toLowerCase();
  if (toolOf(tool)?.verbs?.has(lower) === true) return 2;
  if (/^[0-9a-f]{32,64}$/i.test(text) || /^\[?T\d{4}/.test(text) || /^[$+]/.test(text)) return 0;
  if (text.length < 3 || GENERIC_OPTIONS.has(lower) || PLACEHOLDER.test(text)) return 0;
  if (text.length > 80 || /^[A-Za-z0-9+/=]{60,}$/.test(text)) return 0;
  if (/^[\W\d_]+$/.test(text) || /[*?]/.test(text)) return 0;
  if (isStandIn(text) || hasStandIn(text) || /^(?:FILENAME|PATH|NAME)$/.test(text)) return 0;
  if (
    /^\\?(?:roaming|local|temp|appdata|users|public|windows|system32|programdata|program|program files|files|internet|documents|desktop|downloads)$|^\.\w{2,4}(?:\.\w{2,4})?$/.test(
      lower,
    )
  )
    return 0;
  if (FORMAT.test(text)) return 0;
  if (LAUNCH_VALUES.test(lower) || EVERY_LIBRARY.test(lower)) return 1;
  if (/^\/[\w.+-]+\/[\w./+-]+$/.test(text)) return /^\/(?:usr\/)?s?bin\//.test(text) ? 1 : 3;
  if (/^%\w+%$/.test(text) || /^\$\w+$/.test(text)) return 0;
  if (/^[-/]{1,2}[A-Za-z]/.test(text) && !/[\\.]/.test(text)) return text.length < 4 ? 1 : 2;
  if (/\.\w{2,4}$/.test(text) || /[a-z][A-Z]|\d|[\\_]/.test(text)) return 3;
  return /^[A-Za-z][\w.-]+$/.test(text) ? 2 : 1;
}

function dedupe(found: readonly TellingArgument[]): readonly TellingArgument[] {
  const seen = new Set<string>();
  return found.filter((argument) => {
    const key = argument.text.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
