import { patternText } from '../../convert/text/patterns.js';
import { ANY, type Pattern } from '../../model/pattern.js';

/** A double-quoted string of the search command or of eval: backslash and double quote are escaped, nothing else. */
export function quote(text: string): string {
  return `"${escapeQuoted(text)}"`;
}

/** The inside of a double-quoted string. */
export function escapeQuoted(text: string): string {
  let escaped = text;
  if (escaped.includes('\\')) escaped = escaped.replaceAll('\\', '\\\\');
  if (escaped.includes('"')) escaped = escaped.replaceAll('"', '\\"');
  return escaped;
}

/** A field name for search, stats and transaction: plain where no character is an operator, else in double quotes. */
export function searchName(name: string): string {
  return isPlainName(name) ? name : quote(name);
}

/** A field name for eval and where: in single quotes, dots, braces and dashes are not operators. */
export function evalName(name: string): string {
  return name === '_raw' || name === '_time' ? name : `'${name.replaceAll("'", "\\'")}'`;
}

/** A field name that eval assigns to; a dot there would join two texts. */
export function assignedName(name: string): string {
  return isPlainName(name) && !name.includes('{') && !name.includes('.') ? name : quote(name);
}

/** Words that the search command reads as operators unless they are quoted. */
const OPERATOR_WORDS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'XOR', 'IN', 'BY', 'AS', 'CASE', 'TERM']);

function isPlainName(name: string): boolean {
  if (name === '' || OPERATOR_WORDS.has(name)) return false;
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index);
    const word = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
    const inner = (code >= 48 && code <= 57) || code === 46 || code === 123 || code === 125;
    if (!word && !(inner && index > 0)) return false;
  }
  return true;
}

/** Whether the search command can express the pattern exactly: its only wildcard is `*`, and it cannot write a literal one. */
export function isSearchPattern(pattern: Pattern): boolean {
  switch (pattern.shape) {
    case 'any':
      return true;
    case 'exact':
      return !pattern.literal.includes('*') && !looksLikeNetwork(pattern.literal);
    case 'mixed':
      for (const part of pattern.parts) if (typeof part === 'string' ? part.includes('*') : part !== ANY) return false;
      return true;
    default:
      return !pattern.literal.includes('*');
  }
}

/**
 * The pattern as a quoted value of the search command. A single-character wildcard becomes `*`, which is wider; `isSearchPattern` says
 * whether anything is lost.
 */
export function searchValue(pattern: Pattern): string {
  return withSingleStars(wildcardValue(pattern));
}

/** A text with one `*` where several stand in a row, which mean the same. */
export function withSingleStars(text: string): string {
  let single = text;
  while (single.includes('**')) single = single.replaceAll('**', '*');
  return single;
}

function wildcardValue(pattern: Pattern): string {
  switch (pattern.shape) {
    case 'exact':
      return `"${escapeQuoted(pattern.literal)}"`;
    case 'startswith':
      return `"${escapeQuoted(pattern.literal)}*"`;
    case 'endswith':
      return `"*${escapeQuoted(pattern.literal)}"`;
    case 'contains':
      return `"*${escapeQuoted(pattern.literal)}*"`;
    case 'any':
      return '*';
    default:
      return `"${patternText(pattern, '*', '*', escapeQuoted)}"`;
  }
}

/** Whether `field="text"` would be read as an address range: text with a dot or colon, a slash, and a number at the end. */
function looksLikeNetwork(text: string): boolean {
  const slash = text.lastIndexOf('/');
  if (slash < 2 || slash === text.length - 1 || text.length - slash > 4) return false;
  for (let index = slash + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  for (let index = 0; index < slash; index++) {
    const code = text.charCodeAt(index) | 32;
    const address = (code >= 48 && code <= 58) || (code >= 97 && code <= 102) || code === 46;
    if (!address) return false;
  }
  return true;
}
