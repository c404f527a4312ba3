import type { Span } from '../../model.js';

/** A request in one of the notations. Places count within the passage's text. */
export interface WrittenRequest extends Span {
  readonly method?: Span;
  /** The path with its query; absent where only parameters are given. */
  readonly target?: Span;
  /** Header lines, name and value each. */
  readonly headers: readonly WrittenHeader[];
  readonly body?: Span;
  /** How sure the notation alone makes it that a site is asked for this (0..1). */
  readonly certainty: number;
}

/** A header's name and value, without the colon between them. */
export interface WrittenHeader {
  readonly name: Span;
  readonly value: Span;
}

/** The place of a group in the searched text. The expression must have the `d` flag. */
export function groupSpan(match: RegExpExecArray | RegExpMatchArray, name: string): Span | undefined {
  const place = match.indices?.groups?.[name];
  return place === undefined ? undefined : { start: place[0], end: place[1] };
}
