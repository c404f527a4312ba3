import { isKnownCmdlet } from '@tripline/attack';
import type { Span, UntypedBehaviour } from '../model.js';
import { isLikelySource } from './code-line.js';
import { commandEnd } from './command-end.js';
import { linuxDeed } from './linux-deeds.js';
import { isAboutMac, isMacTool } from './mac.js';
import { confidenceAt, type Passage } from './passage.js';
import { queryCommands } from './query-commands.js';
import { bareName, type CommandSystem, isReconTool, type ToolKnowledge, toolOf } from './tools.js';
import { isArgument, isFunctionWord, type Word, wordsOf } from './words.js';

/** A command longer than this is cut: the rest is payload. */
const COMMAND_MAX = 4000;
const PROMPT =
  /^(?:\s*(?:PS )?[A-Za-z]:\\[^>\n]{0,120}>\s*|\s*(?:[\w.-]+@[\w.-]+[^$#\n]{0,60})?[$#]\s+|\s*>\s+|\s*(?:\d+[.)]|[•–*-])\s+|\s*(?:command ?line|cmd(?:line)?|command|process(?: ?command ?line)?|executed?|run)\s*:\s*)/i;

/**
 * Finds command lines by shape: where a tool's name or a program's path is followed by what only command lines have. In code the whole line
 * is the command; in prose `commandEnd` decides. Each finding carries `details.image` (as written), `details.tool` (bare name),
 * `details.arguments` and `details.system`.
 */
export function findCommands(passages: readonly Passage[], fallback: CommandSystem): readonly UntypedBehaviour[] {
  return passages.flatMap((passage) => commandsOf(passage, fallback));
}

function commandsOf(passage: Passage, fallback: CommandSystem): readonly UntypedBehaviour[] {
  const found: UntypedBehaviour[] = [];
  const inline = passage.block.code ?? [];
  for (const span of inline) {
    const start = span.start - passage.start;
    const behaviour = codeCommand(passage, { start, end: span.end - passage.start }, fallback, true);
    if (behaviour !== undefined) found.push(behaviour);
  }
  found.push(...queryCommands(passage));
  let lineStart = 0;
  while (lineStart <= passage.text.length) {
    const newline = passage.text.indexOf('\n', lineStart);
    let lineEnd = newline < 0 ? passage.text.length : newline;
    if (passage.block.type === 'code') lineEnd = continuedLineEnd(passage.text, lineEnd);
    found.push(...lineCommands(passage, { start: lineStart, end: lineEnd }, fallback, found));
    lineStart = lineEnd + 1;
  }
  return found;
}

/** A line that ends in the shell's continuation mark (`^`, `` ` ``, `\`) goes on. */
function continuedLineEnd(text: string, lineEnd: number): number {
  let end = lineEnd;
  while (/\s[\\^`]$/.test(text.slice(Math.max(0, end - 2), end)) && end < text.length) {
    const next = text.indexOf('\n', end + 1);
    end = next < 0 ? text.length : next;
  }
  return end;
}

function lineCommands(
  passage: Passage,
  line: Span,
  fallback: CommandSystem,
  already: readonly UntypedBehaviour[],
): readonly UntypedBehaviour[] {
  const prompt = PROMPT.exec(passage.text.slice(line.start, Math.min(line.end, line.start + 200)))?.[0].length ?? 0;
  const whole = { start: line.start + prompt, end: line.end };
  if (passage.block.type === 'code') {
    const behaviour = codeCommand(passage, whole, fallback, false);
    if (behaviour !== undefined) return [behaviour];
    if (isLikelySource(passage.text.slice(line.start, line.end))) return [];
  } else if (standsAlone(passage.text.slice(whole.start, whole.end))) {
    const behaviour = codeCommand(passage, whole, fallback, false);
    if (behaviour !== undefined) return [behaviour];
  }
  return proseCommands(passage, line, fallback, already);
}

/** Whether a line of running text is nothing but a command: it begins with a tool and has no words that sentences are made of. */
function standsAlone(line: string): boolean {
  if (line.length < 6 || line.length > COMMAND_MAX) return false;
  const words = wordsOf(line.trim());
  const head = words[0];
  if (head === undefined || words.length < 2) return false;
  const tool = toolOf(head.text);
  if (tool === undefined && !/\.(?:exe|bat|cmd|ps1|sh)["”']?$/i.test(head.text)) return false;
  const bare = words.slice(1).filter((word) => !word.quoted);
  const prose = bare.filter((word) => isFunctionWord(word.text)).length;
  return prose === 0 && (/^[a-z"“%$./\\]/.test(head.text) || bare.some((word) => /^[-/]\w/.test(word.text)));
}

/** A line or inline stretch of code as one command, if it is one. */
function codeCommand(
  passage: Passage,
  span: Span,
  fallback: CommandSystem,
  inline: boolean,
): UntypedBehaviour | undefined {
  let { start, end } = span;
  while (start < end && /\s/.test(passage.text[start] as string)) start += 1;
  while (end > start && /\s/.test(passage.text[end - 1] as string)) end -= 1;
  end = Math.min(end, start + COMMAND_MAX);
  const text = passage.text.slice(start, end);
  if (isLikelySource(text)) return undefined;
  const words = wordsOf(text);
  const head = words[0];
  if (head === undefined || /^[\w.-]+["']?:$/.test(head.text)) return undefined;
  const tool = toolOf(head.text);
  const program = isProgram(head.text);
  if (tool === undefined && !program) return undefined;
  const rest = words.slice(1);
  if (rest[0]?.text === '=' || startsArrow(rest[0])) return undefined;
  if (rest.length === 0) {
    if (tool === undefined || !isReconTool(tool.name) || tool.verbs !== undefined || inline) return undefined;
  } else if (!rest.some((word) => isArgument(word.text) || tool?.verbs?.has(word.text.toLowerCase()))) {
    return undefined;
  }
  if (tool === undefined && listsPrograms(rest)) return undefined;
  if (tool === undefined && !rest.some((word) => /^["'“]?[-/–]{1,2}\w|[\\=%]|:\/\//.test(word.text))) return undefined;
  if (rest.filter((word) => !word.quoted && isFunctionWord(word.text)).length > rest.length / 4) return undefined;
  return commandBehaviour(passage, { start, end }, tool, head.text, fallback, inline ? 0.9 : 0.95);
}

/** Commands within prose. */
function proseCommands(
  passage: Passage,
  line: Span,
  fallback: CommandSystem,
  already: readonly UntypedBehaviour[],
): readonly UntypedBehaviour[] {
  const found: UntypedBehaviour[] = [];
  const words = wordsOf(passage.text, line.start, line.end);
  const inLine = already.filter((b) => b.end - passage.start > line.start && b.start - passage.start < line.end);
  let until = line.start;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as Word;
    if (word.start < until) continue;
    if (inLine.some((b) => b.start - passage.start <= word.start && word.start < b.end - passage.start)) continue;
    const behaviour = word.quoted
      ? quotedCommand(passage, word, words.slice(index, index + 64), fallback)
      : commandAt(passage, words.slice(index, index + 64), fallback);
    if (behaviour === undefined) continue;
    found.push(behaviour);
    until = behaviour.end - passage.start;
  }
  return found;
}

/** A quoted word: either a command in quotation marks, or a program's quoted path with its arguments after it. */
function quotedCommand(
  passage: Passage,
  word: Word,
  following: readonly Word[],
  fallback: CommandSystem,
): UntypedBehaviour | undefined {
  const inner = wordsOf(passage.text, word.start + 1, Math.max(word.start + 1, lastQuote(passage.text, word)));
  if (inner.length === 1 || isProgram(word.text)) return commandAt(passage, following.slice(0, 64), fallback);
  const start = inner[0]?.start ?? word.start;
  const end = inner.at(-1)?.end ?? word.end;
  return codeCommand(passage, { start, end: trimSentence(passage.text, end) }, fallback, true);
}

function lastQuote(text: string, word: Word): number {
  for (let at = word.end - 1; at > word.start; at -= 1) if (/["'”’`]/.test(text[at] as string)) return at;
  return word.end;
}

function trimSentence(text: string, end: number): number {
  return /[.,;]/.test(text[end - 1] ?? '') ? end - 1 : end;
}

/** A command whose first word stands here. */
function commandAt(passage: Passage, words: readonly Word[], fallback: CommandSystem): UntypedBehaviour | undefined {
  const head = words[0] as Word;
  const lead = /^[("'“‘`]*/.exec(head.text)?.[0] ?? '';
  const text = head.text.slice(lead.length);
  if (/:\/\/|\]/.test(text)) return undefined;
  const tool = toolOf(text);
  if (tool === undefined && !isProgram(head.text)) return undefined;
  // `"name.exe", …` is a list or structured data, `cipher = …` an assignment.
  if (/[.,;:)]$/.test(head.text) || words[1]?.text === '=' || startsArrow(words[1])) return undefined;
  if (isToldTwice(words)) return undefined;
  const { end, proven } = commandEnd(words, tool);
  if (!proven) return undefined;
  const taken = words.filter((word) => word.start < end);
  if (taken.length < 2 || (tool === undefined && listsPrograms(taken.slice(1)))) return undefined;
  if (!announced(passage.text, head.start) && !believable(text, tool, words)) return undefined;
  const start = head.quoted ? head.start : head.start + lead.length;
  // A quotation that opened before the head closes the command.
  let stop = end;
  if (!head.quoted && /["'“‘`]/.test(lead)) {
    const close = passage.text.slice(start, end).search(/["”’`'](?=[\s.,;:)]|$)/);
    if (close > 0) stop = start + close;
  }
  if (
    /["”’]$/.test(passage.text.slice(start, stop)) &&
    !/["“‘'][^"”’']*["”’']$/.test(passage.text.slice(start, stop))
  ) {
    stop -= 1;
  }
  return commandBehaviour(passage, { start, end: stop }, tool, head.text, fallback, 0.85);
}

/** `wscript.exe ->cmd.exe` says which program started which. */
function startsArrow(word: Word | undefined): boolean {
  return word !== undefined && /^(?:[-=]>|[→➝➔])/.test(word.text);
}

/** A program's name before its command line, as rows of a process table that has lost its columns: `ipconfig.exe ipconfig /all`. */
function isToldTwice([head, next]: readonly Word[]): boolean {
  return (
    head !== undefined && next !== undefined && /\.exe$/i.test(head.text) && bareName(head.text) === bareName(next.text)
  );
}

/** "Command line:" right before a word says that a command begins. */
function announced(text: string, start: number): boolean {
  return /command(?: ?lines?)?(?: executed| used)?:\s*["“'‘`]?$/i.test(text.slice(Math.max(0, start - 32), start));
}

const PREPOSITION = /^(?:at|w|who|last|free|make|source|trap|start|print|more|service|batch|node|top|strings)$/i;

/** Names that are also words of English need more than an argument-like word after them. */
function believable(head: string, tool: ToolKnowledge | undefined, words: readonly Word[]): boolean {
  const next = (words[1] as Word).text;
  if (tool === undefined) {
    // Names in quotation marks after a program's are as likely the next items of a list.
    return /^(?:["'“](?=.*[-/\\=%])|[-/–]{1,2}\w)|[\\=%]/.test(next) || (/^["'“]/.test(next) && /[\\/]/.test(head));
  }
  if (tool.builtin) return false;
  if (/\.exe/i.test(head) || /[\\/]/.test(head) || linuxDeed(tool.name, next) !== undefined) return true;
  // "a web shell at /opt/x": such names are words of English before a path.
  if (PREPOSITION.test(head) && /^\/[\w.-]+\//.test(next)) return false;
  const option = /^[-/+][A-Za-z?-]/.test(next);
  const shape = option || /^["'“<%$]|[\\=]|^\/|:\/\//.test(next);
  if (tool.verbs !== undefined)
    return tool.verbs.has(next.toLowerCase().replace(/[.,;]$/, ''))
      ? head === head.toLowerCase() || option
      : shape && option;
  if (/^[A-Z]/.test(head)) return option || (/^["'“<]/.test(next) && words.some((word) => /^[-/]\w/.test(word.text)));
  return shape || tool.systems.includes('windows') || words.slice(1, 4).some((word) => /^[-|>&]/.test(word.text));
}

/** Programs after a program are a list that has lost its line breaks; the words of `C:\\Program Files\\…` count as one path. */
function listsPrograms(rest: readonly Word[]): boolean {
  const joined = rest.map(({ text }) => text).join(' ');
  return /^["'“]?[A-Za-z]:\\[^"*?<>|/]{3,200}\.(?:exe|dll|sys|scr)["'”]?(?:\s+\*)?[.,;]?$/i.test(joined);
}

/** A path or name that can only be a program. */
function isProgram(word: string): boolean {
  const plain = word.replace(/^["'“‘`(]+|["'”’`)]+$/g, '');
  if (/[=<>|?*"]/.test(plain)) return false;
  if (/\.(?:log|out|txt|conf|cfg|pid|gz|tar|zip|json|xml|ya?ml|html?|php|jsp|so|service|pem|key|db|csv)$/i.test(plain))
    return false;
  return (
    /[\w)%]\.(?:exe|com|bat|cmd|scr)$/i.test(plain) ||
    /^(?:\.\/|\/(?:usr|bin|sbin|tmp|opt|var|dev\/shm)\/)[\w./-]+$/.test(plain)
  );
}

function commandBehaviour(
  passage: Passage,
  span: Span,
  tool: ToolKnowledge | undefined,
  head: string,
  fallback: CommandSystem,
  base: number,
): UntypedBehaviour | undefined {
  const text = passage.text.slice(span.start, span.end);
  if (text.length < 4) return undefined;
  const system = systemOf(text, tool, fallback);
  const image = head.replace(/^["'“”‘’`(]+|["'“”‘’`)]+$/g, '');
  return {
    kind: 'command',
    value: text,
    start: passage.start + span.start,
    end: passage.start + span.end,
    platforms: system === 'linux' ? ['endpoint-auditd'] : ['endpoint-sysmon'],
    confidence: confidenceAt(passage, span.start, span.end, base),
    role: passage.block.role,
    details: { image, tool: tool?.name ?? bareName(image), system },
    techniques: [],
  };
}

function systemOf(text: string, tool: ToolKnowledge | undefined, fallback: CommandSystem): CommandSystem {
  if (tool !== undefined && isMacTool(tool.name)) return 'macos';
  const system = shapeOf(text, tool, fallback);
  return system === 'linux' && fallback === 'macos' ? 'macos' : system;
}

function shapeOf(text: string, tool: ToolKnowledge | undefined, fallback: CommandSystem): CommandSystem {
  if (
    /\.exe\b|[A-Za-z]:\\|%\w+%|\\\\|HKLM|HKCU|\s\/[a-z]{1,3}\s|\\\w/i.test(text) &&
    !/(?:^|\s)\/(?:tmp|etc|bin|usr|var|dev)\//.test(text)
  ) {
    return 'windows';
  }
  if (/(?:^|[\s"'=>])(?:\/(?:tmp|etc|bin|usr|var|dev|home|root|opt|proc)\/|~\/|\.\/)|\|\s*(?:ba)?sh\b/.test(text))
    return 'linux';
  if (tool !== undefined && tool.systems.length === 1) return tool.systems[0] as CommandSystem;
  return tool === undefined ? 'windows' : fallback;
}

/** The system most of a document talks about, for commands that exist on both. */
export function mainSystem(text: string): CommandSystem {
  if (isAboutMac(text)) return 'macos';
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const windows = count(/\.exe\b|\.dll\b|[A-Z]:\\|HKLM|HKCU|\bWindows\b|PowerShell/g);
  const linux = count(
    /\/(?:etc|tmp|bin|usr|var|dev)\/|\bLinux\b|\bUbuntu\b|\bbash\b|\bcron\b|\bELF\b|\bcontainer|\bKubernetes\b/g,
  );
  return linux > windows ? 'linux' : 'windows';
}

/** Whether a word is a PowerShell command: one that detections know, or of the verb-noun form with an approved verb. */
export function isCmdlet(word: string): boolean {
  return isKnownCmdlet(word) || APPROVED.test(word);
}

const APPROVED =
  /^(?:Add|Clear|Compress|Connect|Convert|ConvertFrom|ConvertTo|Copy|Disable|Dismount|Enable|Enter|Expand|Export|Find|Format|Get|Import|Install|Invoke|Mount|Move|New|Out|Read|Register|Remove|Rename|Reset|Restart|Restore|Resume|Save|Search|Select|Send|Set|Start|Stop|Suspend|Test|Uninstall|Unregister|Update|Write)-[A-Z]\w{2,}$/i;
