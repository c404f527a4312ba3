import type { SigmaErrorCode } from '../model/error.js';

/** The longest query that is read, in UTF-16 code units. Sentinel takes 10,000; queries made from rules with long lists are longer. */
export const QUERY_CHARACTERS_MAX = 262_144;

/** Bounds on one query, so that a hostile one is refused before it costs much. */
export const QUERY_LIMITS = {
  characters: QUERY_CHARACTERS_MAX,
  /** Nesting of parentheses, calls and `not`. */
  depth: 64,
  /** Tests of one query. */
  tests: 20_000,
  /** Tables that a query puts together. */
  tables: 500,
  /** Tests of the conditions, and words of the tables, that names stand for, each time that such a name is used. */
  writtenOut: 200_000,
} as const;

/** A fault in a query: a message for the query's author, and the offset. */
export class QueryFault extends Error {
  constructor(
    readonly code: Extract<
      SigmaErrorCode,
      'InvalidQuery' | 'UnreadableQuery' | 'UnknownLogsource' | 'TooLarge' | 'TooDeep'
    >,
    message: string,
    /** UTF-16 code units from the beginning of the query. */
    readonly at: number,
  ) {
    super(message);
  }
}

/** The query breaks its language's rules. */
export function malformed(message: string, at: number): QueryFault {
  return new QueryFault('InvalidQuery', message, at);
}

/** The query is valid, but no rule on single events can express it. */
export function unreadable(message: string, at: number): QueryFault {
  return new QueryFault('UnreadableQuery', message, at);
}

/** A text of the query as a message shows it. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return `"${line.length > 60 ? `${line.slice(0, 59)}…` : line}"`;
}
