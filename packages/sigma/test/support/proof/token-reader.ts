import { NotKnown } from './predicate.js';

/** Walks through the tokens of a query, of which a reader of a language takes one after the other. */
export class TokenReader<T extends { readonly kind: string; readonly text: string }> {
  protected at = 0;

  constructor(protected readonly tokens: readonly T[]) {}

  protected peek(): T | undefined {
    return this.tokens[this.at];
  }

  protected next(): T {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new NotKnown('the query ends too early');
    return token;
  }

  protected word(text: string): boolean {
    const token = this.peek();
    if (token?.kind !== 'word' || token.text.toLowerCase() !== text) return false;
    this.at++;
    return true;
  }

  protected sign(text: string): boolean {
    const token = this.peek();
    if (token?.kind !== 'sign' || token.text !== text) return false;
    this.at++;
    return true;
  }
}
