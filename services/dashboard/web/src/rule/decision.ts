import type { Rules } from '../api/clients.js';

/** Who decided on a rule, when, and why. */
export type Decision = NonNullable<Rules['RuleRow']['decision']>;
/** Why a rule is rejected. */
export type RejectionCode = NonNullable<Decision['reason']>['code'];

/** Why a rule can be rejected, as people say it. */
export const REASONS: readonly { readonly code: RejectionCode; readonly label: string }[] = [
  { code: 'too_noisy', label: 'too noisy' },
  { code: 'duplicate', label: 'duplicate' },
  { code: 'no_such_log', label: 'no such log' },
  { code: 'wrong', label: 'wrong' },
  { code: 'other', label: 'other' },
];

/** A reason in words: "too noisy: our deployment tool does this"; undefined where nobody gave one. */
export function reasonWords(reason: Decision['reason'] | undefined): string | undefined {
  if (reason === null || reason === undefined) return undefined;
  const label = REASONS.find(({ code }) => code === reason.code)?.label ?? reason.code;
  if (reason.words === null) return label;
  return reason.code === 'other' ? reason.words : `${label}: ${reason.words}`;
}
