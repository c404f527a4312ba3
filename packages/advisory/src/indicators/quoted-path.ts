import { wordSet } from '../knowledge/load.js';
import type { Span } from '../model.js';
import { placesOf } from '../text/characters.js';
import { CLOSING_OF, lowerEnding } from '../text/ends.js';
import { hasAny, hasBlank } from '../text/shape.js';

const QUOTED_MAX = 160;
const VARIABLE_MAX = 30;
/** Characters that no path has, and what ends one. */
const NO_PATH = '/*?"<>|,;\n';

/**
 * The places of paths in quotes whose last part has a blank, which would end them elsewhere: "C:\\Fen\\host service.exe".
 */
export function quotedPaths(text: string): readonly Span[] {
  return [':\\', '%\\'].flatMap((root) =>
    [...placesOf(text, root)].flatMap((at): readonly Span[] => {
      const start = root === ':\\' ? at - 1 : text.lastIndexOf('%', at - 1);
      const closing = at - start > VARIABLE_MAX ? undefined : CLOSING_OF.get(text[start - 1] ?? '');
      const length = closing === undefined ? -1 : text.slice(at + 1, at + QUOTED_MAX).indexOf(closing);
      if (length < 0) return [];
      const path = text.slice(at + 1, at + 1 + length);
      const name = path.slice(path.lastIndexOf('\\') + 1);
      // A file's ending before the blank: what follows are arguments.
      const isName = hasBlank(name) && !name.slice(0, name.lastIndexOf(' ')).includes('.');
      const isWhole = isName && !hasAny(path, NO_PATH) && wordSet('reported-endings').has(lowerEnding(name));
      return isWhole ? [{ start, end: at + 1 + length }] : [];
    }),
  );
}
