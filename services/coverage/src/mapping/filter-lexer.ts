/** One token of a CloudWatch Logs filter pattern. */
export interface FilterToken {
  readonly kind: 'mark' | 'string' | 'regex' | 'word';
  readonly text: string;
}

const MARKS = ['&&', '||', '!=', '<=', '>=', '(', ')', '{', '}', ',', '=', '<', '>'];
const SPACE = /\s/;
/** Ends an unquoted word; a selector (`$.a[0].b`) may contain brackets. */
const WORD_END = /[\s(){}=<>!&|,"%[\]]/;
const SELECTOR_END = /[\s(){}=<>!&|,%]/;

/**
 * The tokens of a JSON or space-delimited pattern; undefined where a quotation or an expression is not closed, or a character has no
 * meaning.
 */
export function filterTokens(text: string): readonly FilterToken[] | undefined {
  const tokens: FilterToken[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (SPACE.test(char)) {
      at += 1;
      continue;
    }
    const mark = MARKS.find((candidate) => text.startsWith(candidate, at));
    if (mark !== undefined || char === '[' || char === ']') {
      const found = mark ?? char;
      tokens.push({ kind: 'mark', text: found });
      at += found.length;
      continue;
    }
    if (char === '"' || char === '%') {
      const quoted = quotedAt(text, at);
      if (quoted === undefined) return undefined;
      tokens.push({ kind: char === '"' ? 'string' : 'regex', text: quoted.text });
      at = quoted.end;
      continue;
    }
    const end = wordEnd(text, at);
    if (end === at) return undefined;
    tokens.push({ kind: 'word', text: text.slice(at, end) });
    at = end;
  }
  return tokens;
}

function wordEnd(text: string, start: number): number {
  const ends = text.charAt(start) === '$' ? SELECTOR_END : WORD_END;
  let end = start;
  while (end < text.length && !ends.test(text.charAt(end))) end += 1;
  return end;
}

/**
 * The text between the quotation mark or percent sign at a place and the next one that has no backslash before it; `end` is the place after
 * it. Undefined when there is none.
 */
export function quotedAt(text: string, start: number): { readonly text: string; readonly end: number } | undefined {
  const quote = text.charAt(start);
  let content = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === quote) return { text: content, end: at + 1 };
    if (char === '\\' && text.charAt(at + 1) === quote) {
      content += quote;
      at += 1;
    } else {
      content += char;
    }
  }
  return undefined;
}
