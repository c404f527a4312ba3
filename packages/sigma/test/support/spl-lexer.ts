/** One token of a search or an eval expression. `quoted` tells a string from a word. */
export interface SplToken {
  readonly kind: 'word' | 'string' | 'field' | 'operator' | 'open' | 'close' | 'comma';
  readonly text: string;
}

const OPERATORS = ['>=', '<=', '!=', '==', '=', '>', '<', '-', '+'];

/** Cuts a pipeline at its pipes, outside quotes and brackets. A pipe before everything gives an empty first part. */
export function splitPipeline(query: string): string[] {
  return splitOutside(query, '|');
}

/** Cuts a text at a character, outside quotes, brackets and parentheses. */
export function splitOutside(query: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < query.length; at++) {
    const character = query[at] as string;
    if (character === '"' || character === "'") at = quoteEnd(query, at);
    else if ('[('.includes(character)) depth++;
    else if ('])'.includes(character)) depth--;
    else if (character === separator && depth === 0) {
      parts.push(query.slice(start, at).trim());
      start = at + 1;
    }
  }
  parts.push(query.slice(start).trim());
  return parts;
}

/** Cuts an expression into tokens; in `search` mode a word runs to the next blank, bracket, comma or comparison. */
export function tokenize(text: string, mode: 'search' | 'eval'): SplToken[] {
  const tokens: SplToken[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at] as string;
    const operator = OPERATORS.find((candidate) => text.startsWith(candidate, at));
    if (/\s/.test(character)) at++;
    else if (character === '(') at = push(tokens, 'open', '(', at + 1);
    else if (character === ')') at = push(tokens, 'close', ')', at + 1);
    else if (character === ',') at = push(tokens, 'comma', ',', at + 1);
    else if (character === '"' || (character === "'" && mode === 'eval')) {
      const end = quoteEnd(text, at);
      const inner = unquoted(text.slice(at + 1, end));
      at = push(tokens, character === '"' ? 'string' : 'field', inner, end + 1);
    } else if (operator !== undefined && (mode === 'eval' || !'+-'.includes(operator))) {
      at = push(tokens, 'operator', operator, at + operator.length);
    } else {
      const stop = mode === 'search' ? /[\s(),=<>!"]/g : /[^\w.]/g;
      stop.lastIndex = at;
      const end = stop.exec(text)?.index ?? text.length;
      if (end === at) throw new Error(`cannot read ${JSON.stringify(text.slice(at))}`);
      at = push(tokens, 'word', text.slice(at, end), end);
    }
  }
  return tokens;
}

function push(tokens: SplToken[], kind: SplToken['kind'], text: string, next: number): number {
  tokens.push({ kind, text });
  return next;
}

function quoteEnd(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  throw new Error(`a quote is not closed: ${text.slice(from)}`);
}

/** A backslash escapes quotes and itself; before anything else it stays. */
function unquoted(text: string): string {
  return text.replace(/\\(["'\\])/g, '$1');
}
