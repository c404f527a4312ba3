const BACKSLASH = '\\';
const LINE_ENDS = '\n\r\u2028\u2029';

/** How long a string may be, in characters; an escaped one counts once. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

/**
 * The place of the mark that closes a string whose first character is at `from`: one of `marks`, without a backslash before it. Undefined where
 * the line ends before it, or the string is shorter or longer than the bounds.
 */
export function stringEnd(text: string, from: number, marks: string, { least, most }: Bounds): number | undefined {
  let at = from;
  for (let length = 0; length <= most; length += 1) {
    const character = text.charAt(at);
    if (character === '' || character === '\n') return undefined;
    if (marks.includes(character)) return length < least ? undefined : at;
    const isEscape = character === BACKSLASH;
    if (isEscape && LINE_ENDS.includes(text.charAt(at + 1))) return undefined;
    at += isEscape ? 2 : 1;
  }
  return undefined;
}
