import type { DraftValue } from '../draft/rule-draft.js';
import { isMadeOf } from '../text/shape.js';

/** How far before a name its folders are looked for. */
const FOLDERS_MAX_CHARACTERS = 260;

/** The last text in small letters: a list asks one text for each of its names. */
let last = { text: '', lower: '' };

function lowered(text: string): string {
  if (last.text !== text) last = { text, lower: text.toLowerCase() };
  return last.lower;
}

/** Whether a value is a file's name behind a separator, without a folder: `\name.dll`. */
export function isBareName(value: string): boolean {
  return value.length > 1 && value.lastIndexOf('\\') === 0;
}

/**
 * The path that a text gives for a bare name (`\name.dll`), without its drive or variable: the first that ends in the name. Undefined where
 * the name already has a folder, or the text gives none.
 */
export function pathInText(name: string, text: string): DraftValue | undefined {
  return pathsInText(name, text).next().value ?? undefined;
}

/** All such paths, in the order of the text. */
export function* pathsInText(name: string, text: string): Generator<DraftValue, void> {
  if (!isBareName(name)) return;
  const lower = lowered(text);
  const wanted = name.toLowerCase();
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (isMadeOf(text.charAt(end), '.-')) continue;
    const before = text.slice(Math.max(0, at - FOLDERS_MAX_CHARACTERS), at);
    const folders = /(?:\\[\w.() ~-]{1,80}){1,12}$/.exec(before)?.[0];
    if (folders === undefined || folders.startsWith('\\ ')) continue;
    const start = at - folders.length;
    yield { literal: text.slice(start, end), origin: { start, end } };
  }
}
