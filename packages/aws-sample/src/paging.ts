import { AwsError } from './aws-error.js';
import type { Call } from './call.js';
import { text, wholeNumber } from './input.js';

/** How an operation pages. */
export interface PageRules {
  /** Input member that asks for a page size; absent where the caller has no say. */
  readonly sizeMember?: string;
  readonly min?: number;
  readonly max: number;
  /** Items per page when the caller does not say; `max` unless given. */
  readonly byDefault?: number;
  /** Input member with the token; `NextToken` unless given. */
  readonly tokenMember?: string;
  /** Code of a token that this operation did not hand out, and of a page size out of bounds. */
  readonly tokenError: string;
  readonly sizeError: string;
  /** What the list depends on besides account, region and operation: a token of another rule's targets is foreign too. */
  readonly scope?: string;
}

/** A page of a list. */
export interface Page<T> {
  readonly items: T[];
  /** Absent on the last page, as with AWS. */
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
  // Config takes 0 as "the default".
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
