import { wordSet } from '../../knowledge/load.js';
import type { Span } from '../../model.js';
import { BLANKS, CLOSING_QUOTES, OPENING_QUOTES, trimEndOf, trimStartOf } from '../../text/ends.js';
import { isMadeOf, stretchesWithout } from '../../text/shape.js';
import type { WrittenRequest } from './written-request.js';

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']);
/** How many words may stand between a method and what is asked for: "a POST request sent to the endpoint". */
const WORDS_BETWEEN = 5;

/** Paths that are written without their first slash behind a method: "a POST request to heron/upload.php?op=restore". */
export function relativeTargets(text: string): readonly WrittenRequest[] {
  const words = stretchesWithout(text, BLANKS);
  return words.flatMap((word, at) => {
    if (!METHODS.has(word.text)) return [];
    const behind = words.slice(at + 1, at + 2 + WORDS_BETWEEN);
    const found = behind.findIndex(({ text: next }) => !wordSet('before-request-targets').has(next.toLowerCase()));
    const target = found < 0 ? undefined : relativeTarget(behind[found] as Span & { readonly text: string });
    if (target === undefined) return [];
    const method = { start: word.start, end: word.end };
    return [{ start: word.start, end: target.end, method, target, headers: [], certainty: 0.8 }];
  });
}

/** The place of a path in a word; undefined where it begins with a slash or a host, or names no file or parameter of a site. */
function relativeTarget({ text, start }: Span & { readonly text: string }): Span | undefined {
  const inner = trimStartOf(text, `${OPENING_QUOTES}(\`*`);
  const from = start + text.length - inner.length;
  const value = trimEndOf(inner, `${CLOSING_QUOTES}\`*.,;:)`);
  const slash = value.indexOf('/');
  if (slash < 2 || value.includes('://') || !isMadeOf(value.slice(0, slash), '-')) return undefined;
  const [path = '', query] = value.split('?');
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const isAsked = query?.includes('=') === true || (path.includes('.') && wordSet('served-endings').has(ending));
  return isAsked ? { start: from, end: from + value.length } : undefined;
}
