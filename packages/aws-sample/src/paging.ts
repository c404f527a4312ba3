import { AwsError } from './aws-error.js';
import type { Call } from './call.js';
import { text, wholeNumber } from './input.js';

/** How an operation splits its lists into pages. */
export interface PageRules {
  /** Input member with the page size; absent where callers cannot choose it. */
  readonly sizeMember?: string;
  readonly min?: number;
  readonly max: number;
  /** Items per page when the caller does not choose; `max` by default. */
  readonly byDefault?: number;
  /** Input member with the token; `NextToken` by default. */
  readonly tokenMember?: string;
  /** Error code for a foreign token and for a page size out of bounds. */
  readonly tokenError: string;
  readonly sizeError: string;
  /** What the list depends on besides account, region and operation; a token of another rule's targets is then foreign too. */
  readonly scope?: string;
}

/** A page of a list. */
export interface Page<T> {
  readonly items: T[];
  /** Absent on the last page, as in AWS. */
  readonly nextToken?: string;
}

/**
 * The page of a list that a call asks for.
 *
 * @throws AwsError for a foreign token or a page size out of bounds.
 */
export function pageOf<T>(call: Call, items: readonly T[], rules: PageRules): Page<T> {
  const asked = rules.sizeMember
    ? wholeNumber(call.input, rules.sizeMember, { min: rules.min ?? 1, max: rules.max }, rules.sizeError)
    : undefined;
  // In Config, 0 means the default size.
  const size = asked || (rules.byDefault ?? rules.max);
  const scope = [call.accountId, call.region, call.operation, rules.scope ?? ''].join('\n');
  const tokenMember = rules.tokenMember ?? 'NextToken';
  const token = text(call.input, tokenMember);
  const start = token === undefined ? 0 : call.tokens.open(scope, token);
  if (start === undefined) throw new AwsError(rules.tokenError, `The specified ${tokenMember} is invalid.`);
  const end = start + size;
  const page = items.slice(start, end);
  return end < items.length ? { items: page, nextToken: call.tokens.mint(scope, end) } : { items: page };
}
