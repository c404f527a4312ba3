import { isBlank, isWordCharacter } from '../../text/characters.js';
import { withoutFirst } from '../../text/ends.js';
import { isMadeOf } from '../../text/shape.js';
import { leading, oneOf, skip } from '../../text/stretches.js';

/** Words behind a path, or its last slash, by which it is a folder; nobody writes them as files. */
const FOLDERS = new Set(['directory', 'directories', 'folder', 'folders']);
const isClosing = oneOf('"\'”’`)');

/** Whether a text calls the path that ends at a place a folder. */
export function isCalledFolder(text: string, end: number): boolean {
  const behind = text.slice(end, end + 24);
  const closed = withoutFirst(behind, '/');
  const next = closed.slice(skip(closed, 0, isClosing, 2));
  const word = next.trimStart();
  const named = word.startsWith('sub') ? withoutFirst(word.slice('sub'.length), '-') : word;
  return [behind, next].some(isEndOfFolder) || (isBlank(next[0]) && FOLDERS.has(leading(named, isWordCharacter)));
}

/** Whether a text begins with a slash behind which nothing follows of a path. */
function isEndOfFolder(text: string): boolean {
  return text.startsWith('/') && !isMadeOf(text.charAt(1), '.');
}
