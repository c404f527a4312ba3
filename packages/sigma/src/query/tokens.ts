import { malformed, QUERY_LIMITS, QueryFault } from './query-fault.js';

/** One token: a bare word, a text in quotes (already unescaped), a number, or a sign. `source` is its text in the query. */
export interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'sign';
  readonly text: string;
  readonly source: string;
  /** Offset of its first character, and the offset after its last. */
  readonly at: number;
  readonly end: number;
}

/** A cursor over tokens, for recursive descent. */
export class TokenStream {
  #next: number;
  #depth: number;

  constructor(
    readonly tokens: readonly Token[],
    /** The offset that faults at the end of the text report. */
    readonly end: number,
    from = 0,
    readonly to = tokens.length,
    depth = 0,
  ) {
    this.#next = from;
    this.#depth = depth;
  }

  /** A cursor over some of the tokens; its nesting continues from here. */
  part(from: number, to: number): TokenStream {
    const depth = this.#depth + 1;
    if (depth > QUERY_LIMITS.depth) this.#tooDeep();
    return new TokenStream(this.tokens, this.tokens[to]?.at ?? this.end, from, to, depth);
  }

  get position(): number {
    return this.#next;
  }

  get done(): boolean {
    return this.#next >= this.to;
  }

  /** The cursor's offset in the query. */
  get at(): number {
    return this.peek()?.at ?? this.end;
  }

  peek(ahead = 0): Token | undefined {
    const index = this.#next + ahead;
    return index < this.to ? this.tokens[index] : undefined;
  }

  take(): Token {
    const token = this.peek();
    if (token === undefined) throw malformed('the query ends where a value is expected', this.end);
    this.#next++;
    return token;
  }

  moveTo(position: number): void {
    this.#next = position;
  }

  isSign(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === 'sign' && token.text === text;
  }

  /** Whether a bare word stands next, in any letter case. */
  isWord(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === 'word' && token.text.toLowerCase() === text;
  }

  takeSign(text: string): boolean {
    if (!this.isSign(text)) return false;
    this.#next++;
    return true;
  }

  takeWord(text: string): boolean {
    if (!this.isWord(text)) return false;
    this.#next++;
    return true;
  }

  expectSign(text: string): void {
    if (this.takeSign(text)) return;
    const found = this.peek();
    throw malformed(
      `"${text}" is expected${found === undefined ? ' before the end' : ` before ${found.source}`}`,
      this.at,
    );
  }

  /** Runs a nested parse, counted against the allowed depth. */
  nested<Result>(read: () => Result): Result {
    if (++this.#depth > QUERY_LIMITS.depth) this.#tooDeep();
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  #tooDeep(): never {
    throw new QueryFault('TooDeep', `the query is nested more than ${QUERY_LIMITS.depth} deep`, this.at);
  }

  /** Moves behind the bracket that closes the one just taken; gives the closing bracket's position. */
  skipGroup(): number {
    for (let depth = 1; ; ) {
      const token = this.take();
      if (token.kind !== 'sign') continue;
      if ('([{'.includes(token.text)) depth++;
      else if (')]}'.includes(token.text) && --depth === 0) return this.#next - 1;
    }
  }
}

/** Positions in a token list, from `from` to `to`, of a sign outside of brackets. */
export function topLevelSigns(tokens: readonly Token[], sign: string, from: number, to: number): number[] {
  const found: number[] = [];
  let depth = 0;
  for (let index = from; index < to; index++) {
    const token = tokens[index] as Token;
    if (token.kind !== 'sign') continue;
    if ('([{'.includes(token.text)) depth++;
    else if (')]}'.includes(token.text)) depth--;
    else if (depth === 0 && token.text === sign) found.push(index);
  }
  return found;
}

/** Splits a range of tokens at a sign outside of brackets; gives the ranges between. */
export function splitTokens(
  tokens: readonly Token[],
  sign: string,
  from: number,
  to: number,
): (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  let start = from;
  for (const index of topLevelSigns(tokens, sign, from, to)) {
    ranges.push([start, index]);
    start = index + 1;
  }
  ranges.push([start, to]);
  return ranges;
}
