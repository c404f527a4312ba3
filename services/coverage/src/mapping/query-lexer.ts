/** One token of a Logs Insights, SQL or PPL query. */
export interface QueryToken {
  readonly kind: 'mark' | 'string' | 'regex' | 'word';
  readonly text: string;
  /** Letters after a regular expression: `i` in `/a/i`. */
  readonly flags?: string;
}

const MARKS = [
  '==',
  '!=',
  '<>',
  '<=',
  '>=',
  '=~',
  '|',
  '(',
  ')',
  '[',
  ']',
  ',',
  '=',
  '<',
  '>',
  '+',
  '-',
  '*',
  '/',
  '%',
  '^',
  ';',
  '~',
];
const WORD = /[\w@.$:]/;
const TAKES_REGEX = /^(?:like|matches|regexp|rlike)$/i;
const MOST_TOKENS = 5_000;

/** Splits queries into tokens; comments are left out. */
class QueryLexer {
  readonly tokens: QueryToken[] = [];
  #at = 0;

  constructor(private readonly text: string) {}

  /** All tokens; undefined for a query with an open quotation or too many tokens. */
  run(): readonly QueryToken[] | undefined {
    while (this.#skipBlanks()) {
      const token = this.#next();
      if (token === undefined || this.tokens.length >= MOST_TOKENS) return undefined;
      this.tokens.push(token);
    }
    return this.tokens;
  }

  /** Skips blanks and comments; false at the end. */
  #skipBlanks(): boolean {
    for (;;) {
      const rest = this.text.slice(this.#at, this.#at + 2);
      if (rest === '') return false;
      if (rest.startsWith('#') || rest === '--' || (rest === '//' && !this.#regexMayFollow())) this.#skipPast('\n');
      else if (rest === '/*' && !this.#regexMayFollow()) this.#skipPast('*/');
      else if (/\s/.test(rest.charAt(0))) this.#at += 1;
      else return true;
    }
  }

  #skipPast(end: string): void {
    const found = this.text.indexOf(end, this.#at + 1);
    this.#at = found < 0 ? this.text.length : found + end.length;
  }

  /** A slash begins an expression after `like`, `=~` and the field of `parse`; elsewhere it divides. */
  #regexMayFollow(): boolean {
    const last = this.tokens.at(-1);
    const before = this.tokens.at(-2);
    if (last?.kind === 'mark') return last.text === '=~' || last.text === '~';
    return last?.kind === 'word' && (TAKES_REGEX.test(last.text) || before?.text.toLowerCase() === 'parse');
  }

  #next(): QueryToken | undefined {
    const char = this.text.charAt(this.#at);
    if (char === "'" || char === '"') return this.#quoted(char, 'string');
    if (char === '`') return this.#quoted(char, 'word');
    if (char === '/' && this.#regexMayFollow()) return this.#regex();
    if (WORD.test(char)) {
      const start = this.#at;
      while (WORD.test(this.text.charAt(this.#at))) this.#at += 1;
      return { kind: 'word', text: this.text.slice(start, this.#at) };
    }
    // An unknown character only affects the command that contains it.
    const mark = MARKS.find((candidate) => this.text.startsWith(candidate, this.#at)) ?? char;
    this.#at += mark.length;
    return { kind: 'mark', text: mark };
  }

  #quoted(quote: string, kind: 'string' | 'word'): QueryToken | undefined {
    let content = '';
    for (let at = this.#at + 1; at < this.text.length; at += 1) {
      const char = this.text.charAt(at);
      if (char === quote) {
        this.#at = at + 1;
        return { kind, text: content };
      }
      const escaped = this.text.charAt(at + 1);
      if (char === '\\' && (escaped === quote || escaped === '\\')) {
        content += escaped;
        at += 1;
      } else {
        content += char;
      }
    }
    return undefined;
  }

  #regex(): QueryToken | undefined {
    let end = this.#at + 1;
    while (end < this.text.length && this.text.charAt(end) !== '/') end += this.text.charAt(end) === '\\' ? 2 : 1;
    if (end >= this.text.length) return undefined;
    const source = this.text.slice(this.#at + 1, end).replaceAll('\\/', '/');
    this.#at = end + 1;
    let flags = '';
    while (/[a-z]/.test(this.text.charAt(this.#at))) {
      flags += this.text.charAt(this.#at);
      this.#at += 1;
    }
    return { kind: 'regex', text: source, flags };
  }
}

/** The tokens of a query; undefined for one with an open quotation or more than 5,000 tokens. */
export function queryTokens(text: string): readonly QueryToken[] | undefined {
  return new QueryLexer(text).run();
}
