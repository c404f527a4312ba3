import type { DraftValue } from '../draft/rule-draft.js';
import { isMadeOf } from '../text/shape.js';

/** How far before a name its folders are looked for. */
const FOLDERS_MAX_CHARACTERS = 260;

/** Whether a value is a file's name behind a separator, without a folder: `\name.dll`. */
export function isBareName(value: string): boolean {
  return value.length > 1 && value.lastIndexOf('\\') === 0;
}

/**
 * The path that a text gives for a bare name (`\name.dll`), without its drive or variable: the first that ends in the name. Undefined where
 * the name already has a folder, or the text gives none.
 */
export function pathInText(name: string, text: string): DraftValue | undefined {
  return pathsInText(name, text)[0];
}

/** All such paths. */
export function pathsInText(name: string, text: string): readonly DraftValue[] {
  if (!isBareName(name)) return [];
  const lower = text.toLowerCase();
  const wanted = name.toLowerCase();
  const found: DraftValue[] = [];
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (isMadeOf(text.charAt(end), '.-')) continue;
    const before = text.slice(Math.max(0, at - FOLDERS_MAX_CHARACTERS), at);
    const folders = /(?:\\[\w.() ~-]{1,80}){1,12}$/.exec(before)?.[0];
    if (folders === undefined || folders.startsWith('\\ ')) continue;
    const start = at - folders.length;
    found.push({ literal: text.slice(start, end), origin: { start, end } });
  }
  return found;
}
