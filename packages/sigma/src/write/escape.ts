const isWildcard = (character: string): boolean => character === '*' || character === '?';

/**
 * Writes a literal text as a Sigma string value: `*` and `?` are escaped, and a backslash is doubled where it would otherwise escape the
 * next character. A backslash at the end is doubled too, so that a wildcard may be appended. `parseSigma` reads the result as the exact
 * literal.
 */
export function escapeSigmaValue(literal: string): string {
  let escaped = '';
  for (let at = 0; at < literal.length; at++) {
    const character = literal[at] as string;
    if (isWildcard(character)) escaped += `\\${character}`;
    else if (character !== '\\') escaped += character;
    else {
      const next = literal[at + 1];
      const doubled = next === undefined || next === '\\' || isWildcard(next);
      escaped += doubled ? '\\\\' : '\\';
    }
  }
  return escaped;
}
