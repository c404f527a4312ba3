import type { Span } from '../model.js';

/** What a terminal prints before a command: of cmd, PowerShell, Unix shells, database clients and remote-control consoles. */
const STRONG =
  /(?:PS )?[A-Za-z]:\\[\w.$~\\()@-]{0,100}(?: Files(?: \(x86\))?[\w.$~\\()@-]{0,80})?>(?=[ \t]?[A-Za-z."'&$%])[ \t]*|[\w.-]{1,40}@[\w.-]{1,60}(?::|[ \t])?[~/][^$#\n>]{0,60}[$#][ \t]+|\b(?:SQL|mysql|postgres|sqlite|redis|mongo|meterpreter|beacon|sliver|msf\d?|impacket|empire|evil-winrm)[^\s>]{0,20}[ \t]?>[ \t]+/g;
/** What stands before a command at the beginning of a line only: a shell's mark, a number, a list's mark, a label. */
const AT_LINE_START =
  /^(?:\s*(?:[\w.-]{1,40}@[\w.-]{1,60}[^$#\n]{0,60})?[$#]\s+|\s*>\s+|\s*(?:\d+[.)]|[•–*-])\s+|\s*(?:command ?line|cmd(?:line)?|command|process(?: ?command ?line)?|executed?|run)\s*:\s*)/i;
/** Words by which a remote-control console hands a command to the system's shell. */
const CONSOLE_VERB = /^(?:shell|run|execute|exec)\s+(?=\S)/;

/** A stretch of a line: after a prompt (`typed`), or what stands before the first one. */
export interface PromptedStretch extends Span {
  readonly typed: boolean;
}

/** Cuts a line at the prompts in it, which are left out: a scrape may have run a whole session into one line. Offsets are those of `text`. */
export function promptedStretches(text: string, line: Span): readonly PromptedStretch[] {
  const part = text.slice(line.start, line.end);
  const found: PromptedStretch[] = [];
  let at = 0;
  let typed = false;
  const add = (end: number): void => {
    if (part.slice(at, end).trim() !== '') found.push({ start: line.start + at, end: line.start + end, typed });
  };
  for (const match of part.matchAll(STRONG)) {
    if (!beginsPrompt(part, match.index)) continue;
    add(match.index);
    at = match.index + match[0].length;
    at += CONSOLE_VERB.exec(part.slice(at, at + 20))?.[0].length ?? 0;
    typed = true;
  }
  if (!typed) {
    const mark = AT_LINE_START.exec(part.slice(0, 200))?.[0] ?? '';
    at = mark.length;
    typed = /[$#>]\s*$/.test(mark);
  }
  add(part.length);
  return found;
}

/** A prompt stands at the beginning of a word, and not where a path is an argument that output is sent to. */
function beginsPrompt(text: string, at: number): boolean {
  return at === 0 || /\s/.test(text[at - 1] as string);
}
