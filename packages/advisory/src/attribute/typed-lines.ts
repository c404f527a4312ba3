import { wordSet } from '../knowledge/load.js';
import type { Passage } from '../segment/passage.js';

/** The columns of what lists processes, sockets or open files. */
const LISTING_HEAD =
  /^[ \t]{0,20}(?:USER[ \t]{1,40}(?:PID|COMMAND)|(?:UID|F\s+S|PID)\s+(?:PID|PPID|UID|TTY|USER|S)\b|COMMAND\s+PID|Proto\s+Recv-Q|PID\s+.{0,40}(?:TIME|CMD|COMMAND))/m;

/** A line typed at a prompt, as a recording of a session shows it. */
const TYPED = /^[ \t]*(?:[\w.-]+@[\w.-]+[^$#\n]{0,60}[$#]|[$#]|PS [A-Z]:\\[^>\n]{0,80}>)[ \t]+\S.*$/gm;

/** A line that starts a program: what stands before its name, the name, the rest. */
const STARTS =
  /^[ \t]{0,20}(?:[\w.-]{1,40}@[\w.-]{1,60}[^$#\n]{0,60}[$#]|[$#>])?[ \t]{0,20}(?:(?:sudo|python[\d.]*|perl|wine)[ \t]+)?(?:\S{0,80}[\\/])?([\w-]{1,40})(?:\.(?:py|pl|exe|sh))?([ \t]+\S*).*$/gm;

/** Whether a passage is the output of what lists processes, sockets or open files: nobody typed its lines. */
export function isListing({ block, text }: Passage): boolean {
  return block.type === 'code' && LISTING_HEAD.test(text);
}

/** A text whose lines typed at a prompt are blanked out, offsets kept. */
export function withoutTypedLines(text: string): string {
  return text.replace(TYPED, blank);
}

/** A text without the lines that start a tool which takes samples, documents, memory or traffic apart, offsets kept. */
export function withoutAnalystsLines(text: string): string {
  const tools = wordSet('analysts-tools');
  return text.replace(STARTS, (line, name: string, next: string) => {
    const program = name.toLowerCase();
    // UPX packs for the intruder and unpacks for the analyst.
    return tools.has(program) || (program === 'upx' && next.trim() === '-d') ? blank(line) : line;
  });
}

/** As many blanks as a text has characters. */
export function blank(text: string): string {
  return text.replace(/\S/g, ' ');
}
