/** Signs that a backslash takes the meaning of, in Lucene also within quotes. */
const SIGNS = '+-&|!(){}[]^"~*?:\\/<>=';
/** What Kibana writes white space as. */
const SPACES: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['r', '\r'],
  ['n', '\n'],
]);
/** A character by its number; one that nobody can see in a rule stays as it is written. */
const UNICODE = /u((?!00[01])[0-9A-Fa-f]{4})/y;

/**
 * What a backslash within quotes stands for, and where the text goes on. Before a letter, a digit or a sign without a meaning it is a backslash, as Kibana has it:
 * Lucene drops it there, but nobody means a path or an account without its separators.
 * @param at the place of the backslash
 * @see https://github.com/elastic/kibana/blob/main/src/platform/packages/shared/kbn-es-query/src/kuery/grammar/grammar.peggy QuotedCharacter
 */
export function escapedInPhrase(query: string, at: number): { readonly text: string; readonly end: number } {
  const next = query[at + 1] ?? '';
  const end = at + 1 + next.length;
  const space = SPACES.get(next);
  if (space !== undefined) return { text: space, end };
  UNICODE.lastIndex = at + 1;
  const code = UNICODE.exec(query)?.[1];
  if (code !== undefined) return { text: String.fromCharCode(Number.parseInt(code, 16)), end: at + 2 + code.length };
  return { text: SIGNS.includes(next) ? next : `\\${next}`, end };
}
