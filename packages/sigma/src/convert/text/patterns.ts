import { ANY, type Pattern } from '../../model/pattern.js';

const REGEX_SPECIAL = /[\\^$.|?*+()[\]{}]/g;

/** A text as a regular expression that matches only it, in the dialects of PCRE and RE2. */
export function escapeRegex(text: string): string {
  return text.replace(REGEX_SPECIAL, '\\$&');
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

/** The pattern of one literal value. */
export function exactly(literal: string): Pattern {
  return { parts: literal === '' ? [] : [literal], shape: 'exact', literal };
}
