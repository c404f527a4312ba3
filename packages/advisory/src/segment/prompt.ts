import { listPattern } from '../knowledge/word-pattern.js';
import type { Span } from '../model.js';
import { isBlank } from '../text/characters.js';
import { closesWith, startsWithAny } from '../text/ends.js';
import { hasAny } from '../text/shape.js';

/** What a terminal prints before a command: prompts of cmd, PowerShell, Unix shells, database clients and remote-control consoles. */
const STRONG = listPattern(
  String.raw`(?:PS )?[A-Za-z]:\\[\w.$~\\()@-]{0,100}(?: Files(?: \(x86\))?[\w.$~\\()@-]{0,80})?>(?=[ \t]?[A-Za-z."'&$%]|[ \t]*$)[ \t]*|\bPS[ \t]?>(?=[ \t]?[A-Za-z."'&$%])[ \t]*|[\w.-]{1,40}@[\w.-]{1,60}(?::|[ \t])?[~/][^$#\n>]{0,60}[$#][ \t]+|\b{console-prompts}[^\s>]{0,20}[ \t]?>[ \t]+`,
  'g',
);
/** What may stand before a command at the beginning of a line only: a shell's mark, a number, a list's mark, a label. */
const AT_LINE_START = listPattern(
  String.raw`^(?:\s*(?:[\w.-]{1,40}@[\w.-]{1,60}[^$#\n]{0,60})?[$#]\s+|\s*>\s+|\s*(?:\d+[.)]|[•–*-])\s+|\s*{command-labels}\s*:\s*|\s*[A-Z]\w{2,20}Cmd\s+\/\w{0,12}command:\s?)`,
  'i',
);
/** Labels, which are no prompts. */
const LABELS = ['command', 'cmd', 'process', 'execute', 'run'] as const;
/** Words with which a remote-control console runs a command in the system's shell. */
const CONSOLE_VERB =
  /^(?:(?:shell|run|execute|exec|scriptcmd)\s+(?:-f\s+)?(?=\S)|[A-Z]\w{2,20}Cmd\s+\/\w{0,12}command:\s?)/;
/**
 * The prompt of a console that names its agent or module in brackets. What is typed there is a command of the console, except after these
 * words.
 */
const CONSOLE = /(?<=^|\s)\w{0,16}\([\w.:/ -]{1,80}\) ?>[ \t]+/g;

/** A part of a line: after a prompt (`typed`), or before the first one. */
export interface PromptedStretch extends Span {
  readonly typed: boolean;
}

/**
 * Splits a line at its prompts, which are left out: a scrape may have joined a whole session into one line. Offsets are those of `text`.
 */
export function promptedStretches(text: string, line: Span): readonly PromptedStretch[] {
  const part = text.slice(line.start, line.end);
  const found: PromptedStretch[] = [];
  let at = 0;
  let typed = false;
  const add = (end: number): void => {
    if (part.slice(at, end).trim() !== '') found.push({ start: line.start + at, end: line.start + end, typed });
  };
  for (const { index, end, own } of promptsIn(part)) {
    add(index);
    const verb = CONSOLE_VERB.exec(part.slice(end, end + 60))?.[0].length ?? 0;
    at = end + verb;
    typed = !own || verb > 0;
  }
  if (at === 0) {
    const mark = AT_LINE_START().exec(part.slice(0, 200))?.[0] ?? '';
    at = mark.length;
    typed = closesWith(mark.trimEnd(), '$#>:') && !startsWithAny(mark.trimStart().toLowerCase(), LABELS);
  }
  add(part.length);
  return found;
}

/** The prompts of a line in order. `own` marks a console that has commands of its own. */
function promptsIn(line: string): readonly { readonly index: number; readonly end: number; readonly own: boolean }[] {
  // Every prompt ends in one of these, which most lines have not.
  if (!hasAny(line, '>$#')) return [];
  const found = [
    ...[...line.matchAll(STRONG())]
      .filter(({ index }) => beginsPrompt(line, index))
      .map((match) => ({ match, own: false })),
    ...[...line.matchAll(CONSOLE)].map((match) => ({ match, own: true })),
  ];
  return found
    .map(({ match: { index, 0: prompt }, own }) => ({ index, end: index + prompt.length, own }))
    .sort((a, b) => a.index - b.index);
}

/** Whether a prompt can begin here: at the beginning of a word, and not where a path is the target of a redirection. */
function beginsPrompt(text: string, at: number): boolean {
  return at === 0 || isBlank(text[at - 1]);
}
