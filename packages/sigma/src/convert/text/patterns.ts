import { escaped } from '../../characters.js';
import { ANY, type Pattern } from '../../model/pattern.js';
import { patternOf, widenPattern } from '../../parse/pattern.js';

const REGEX_SPECIAL = '\\^$.|?*+()[]{}';

/** A text as a regular expression that matches only it, in the dialects of PCRE and RE2. */
export function escapeRegex(text: string): string {
  return escaped(text, REGEX_SPECIAL);
}

/** A pattern as a regular expression that is anchored where the pattern has no `*` at that end. */
export function patternRegex(pattern: Pattern, escaped: (literal: string) => string = escapeRegex): string {
  const { parts } = pattern;
  return `${parts[0] === ANY ? '' : '^'}${regexBody(pattern, escaped)}${parts.at(-1) === ANY ? '' : '$'}`;
}

/** The same without anchors, for a value that may be anywhere in a text. */
export function regexBody({ parts }: Pattern, escaped: (literal: string) => string = escapeRegex): string {
  const last = parts.length - 1;
  let body = '';
  for (let index = 0; index <= last; index++) {
    const part = parts[index];
    if (typeof part === 'string') body += escaped(part);
    else if (part !== ANY) body += '.';
    else if (index !== 0 && index !== last) body += '.*';
  }
  return body;
}

/** A pattern in a language: `any` and `one` stand for its wildcards, `literal` writes the texts between them. */
export function patternText({ parts }: Pattern, any: string, one: string, literal: (text: string) => string): string {
  let text = '';
  for (const part of parts) text += part === ANY ? any : typeof part === 'string' ? literal(part) : one;
  return text;
}

/** The pattern of one literal value. */
export function exactly(literal: string): Pattern {
  return { parts: literal === '' ? [] : [literal], shape: 'exact', literal };
}

/** The pattern with any text at both ends: a value that is searched anywhere. */
export function anywhere(pattern: Pattern): Pattern {
  return widenPattern(pattern, true, true);
}

/** The patterns before and after a pattern's only backslash; undefined without one, `several` where there are more. */
export function splitAtBackslash({ parts }: Pattern): readonly [Pattern, Pattern] | 'several' | undefined {
  const at = parts.findIndex((part) => typeof part === 'string' && part.includes('\\'));
  if (at < 0) return undefined;
  const literal = parts[at] as string;
  const position = literal.indexOf('\\');
  const before = literal.slice(0, position);
  const after = literal.slice(position + 1);
  const behind = [...(after === '' ? [] : [after]), ...parts.slice(at + 1)];
  if (behind.some((part) => typeof part === 'string' && part.includes('\\'))) return 'several';
  return [patternOf([...parts.slice(0, at), ...(before === '' ? [] : [before])]), patternOf(behind)];
}
