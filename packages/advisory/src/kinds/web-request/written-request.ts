import type { Span } from '../../model.js';

/** A request as some notation writes it. Places count within the passage's text. */
export interface WrittenRequest extends Span {
  readonly method?: Span;
  /** The path with its query; absent where only parameters are told. */
  readonly target?: Span;
  /** Header lines, name and value each. */
  readonly headers: readonly WrittenHeader[];
  readonly body?: Span;
  /** How sure the notation alone makes it that this is asked of a site (0..1). */
  readonly certainty: number;
}

/** A header's name and value, without the colon between them. */
export interface WrittenHeader {
  readonly name: Span;
  readonly value: Span;
}

/** The place of a regular expression's group in the searched text; the expression has the `d` flag. */
export function groupSpan(match: RegExpExecArray | RegExpMatchArray, name: string): Span | undefined {
  const place = match.indices?.groups?.[name];
  return place === undefined ? undefined : { start: place[0], end: place[1] };
}
