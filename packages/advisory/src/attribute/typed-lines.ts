import { wordSet } from '../knowledge/load.js';
import type { Passage } from '../segment/passage.js';

/** The column headings of a listing of processes, sockets or open files. */
const LISTING_HEAD =
  /^[ \t]{0,20}(?:USER[ \t]{1,40}(?:PID|COMMAND)|(?:UID|F\s+S|PID)\s+(?:PID|PPID|UID|TTY|USER|S)\b|COMMAND\s+PID|Proto\s+Recv-Q|PID\s+.{0,40}(?:TIME|CMD|COMMAND))/m;

/** A line typed at a prompt, as a recorded session shows it. */
const TYPED = /^[ \t]*(?:[\w.-]+@[\w.-]+[^$#\n]{0,60}[$#]|[$#]|PS [A-Z]:\\[^>\n]{0,80}>)[ \t]+\S.*$/gm;

/** A line that starts a program: the text before its name, the name, the rest. */
const STARTS =
  /^[ \t]{0,20}(?:[\w.-]{1,40}@[\w.-]{1,60}[^$#\n]{0,60}[$#]|[$#>])?[ \t]{0,20}(?:(?:sudo|python[\d.]*|perl|wine)[ \t]+)?(?:\S{0,80}[\\/])?([\w-]{1,40})(?:\.(?:py|pl|exe|sh))?([ \t]+\S*).*$/gm;

/** Whether a passage is a listing of processes, sockets or open files, whose lines nobody typed. */
export function isListing({ block, text }: Passage): boolean {
  return block.type === 'code' && LISTING_HEAD.test(text);
}

/** The text with its lines typed at a prompt replaced by blanks, so that offsets stay. */
export function withoutTypedLines(text: string): string {
  return text.replace(TYPED, blank);
}

/** The text without lines that start an analyst's tool (for samples, documents, memory or traffic), offsets kept. */
export function withoutAnalystsLines(text: string): string {
  const tools = wordSet('analysts-tools');
  return text.replace(STARTS, (line, name: string, next: string) => {
    const program = name.toLowerCase();
    // UPX packs for the intruder and unpacks (`-d`) for the analyst.
    return tools.has(program) || (program === 'upx' && next.trim() === '-d') ? blank(line) : line;
  });
}

/** As many blanks as the text has characters. */
export function blank(text: string): string {
  return text.replace(/\S/g, ' ');
}
