import type { Span } from '../model.js';
import { isBlank, placesOf } from '../text/characters.js';

const MARK = '`';
/** The longest piece of code within a sentence. */
const LENGTH_MAX = 400;
const BEFORE = '("\'“‘[,;:|';
const BEHIND = ')"\'”’],;:.!?|';

/** The pieces of code within a sentence of plain text, whose author marked them as in Markdown: between backticks, which belong to none. */
export function backtickedCode(text: string): readonly Span[] {
  const found: Span[] = [];
  let open: number | undefined;
  for (const at of placesOf(text, MARK)) {
    if (open !== undefined && closes(text, open, at)) {
      found.push({ start: open + 1, end: at });
      open = undefined;
    } else if (opens(text, at)) open = at;
  }
  return found;
}

function opens(text: string, at: number): boolean {
  const before = text[at - 1] ?? ' ';
  const behind = text[at + 1] ?? ' ';
  return (isBlank(before) || BEFORE.includes(before)) && !isBlank(behind) && behind !== MARK;
}

function closes(text: string, open: number, at: number): boolean {
  const behind = text[at + 1] ?? ' ';
  return at - open <= LENGTH_MAX && !isBlank(text[at - 1] ?? ' ') && (isBlank(behind) || BEHIND.includes(behind));
}
