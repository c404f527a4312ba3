import { storableText } from '@tripline/service';
import Joi from 'joi';
import { REJECTION_CODES, type RejectionCode, type RuleState } from './rule-resource.js';

/** Why a rule is rejected, as a caller says it. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly words?: string;
}

/** A decision as it stands in a rule's row: {@link DecisionColumns} read back. */
export interface StoredDecision {
  readonly state: RuleState;
  readonly reason: { readonly code: RejectionCode; readonly words: string | null } | null;
  readonly at: Date;
  /** Who decided. */
  readonly by: string;
}

/** The columns of a rule's row that its decision is kept in. All are null for a draft. */
export interface DecisionColumns {
  decided_state: RuleState | null;
  decided_at: Date | null;
  decided_by: string | null;
  rejection_code: RejectionCode | null;
  rejection_words: string | null;
}

/** The names of {@link DecisionColumns}, for a select. */
export const DECISION_COLUMNS = ['decided_state', 'decided_at', 'decided_by', 'rejection_code', 'rejection_words'];

/** Most signs of a reason's own words. */
const MOST_WORDS = 500;

/** A reason, as bodies have it. */
const reasonSchema = Joi.object<Rejection>({
  code: Joi.string()
    .valid(...REJECTION_CODES)
    .required()
    .example('too_noisy'),
  words: Joi.string()
    .max(MOST_WORDS)
    .pattern(/\S/)
    .messages({ 'string.pattern.base': '{{#label}} must say something' })
    .description('your own words beside the code; needed where the code is `other`'),
})
  .custom((reason: Rejection, helpers) =>
    reason.code === 'other' && reason.words === undefined ? helpers.error('reason.words') : reason,
  )
  .messages({ 'reason.words': '{{#label}} has the code "other", which needs words: say why, in at most 500 signs' });

/** The field `reason` of a body that sets the state of rules. */
export const reason = reasonSchema.description('why the rule is rejected; goes with the state `rejected` alone');

/** What is wrong where a reason comes with another state than the one that it goes with, for a schema's `custom`. */
export function reasonFault({
  reason: given,
  state,
}: {
  readonly reason?: Rejection;
  readonly state?: RuleState;
}): string | undefined {
  if (given === undefined || state === 'rejected') return undefined;
  const sent = state === undefined ? 'no state was sent' : `the state "${state}" was sent`;
  return `reason goes with the state "rejected" alone, and ${sent}: leave reason out, or send the state "rejected"`;
}

/** The columns for a state that somebody sets. A draft is undecided. */
export function decisionColumns(
  state: RuleState,
  given: Rejection | undefined,
  { at, by }: Pick<StoredDecision, 'at' | 'by'>,
): DecisionColumns {
  const isDecided = state !== 'draft';
  return {
    decided_state: isDecided ? state : null,
    decided_at: isDecided ? at : null,
    decided_by: isDecided ? by : null,
    rejection_code: given?.code ?? null,
    rejection_words: wordsOf(given),
  };
}

const wordsOf = (given: Rejection | undefined): string | null =>
  given?.words === undefined ? null : storableText(given.words.trim());

/** The reason as it is kept, for the audit log. */
export const keptReason = (given: Rejection): { readonly code: RejectionCode; readonly words: string | null } => ({
  code: given.code,
  words: wordsOf(given),
});

/** Whether setting a state changes a rule: it is another state, or another reason for the same. */
export const changesDecision = (
  rule: { readonly state: RuleState; readonly decision: StoredDecision | null },
  state: RuleState,
  given: Rejection | undefined,
): boolean => {
  if (rule.state !== state) return true;
  if (given === undefined) return false;
  const kept = rule.decision?.reason;
  return kept?.code !== given.code || kept.words !== wordsOf(given);
};

/** A row's decision; null for a draft, and for a state that was set before decisions were kept or by a release that does not keep them. */
export function toDecision(row: DecisionColumns & { readonly state: RuleState }): StoredDecision | null {
  if (row.decided_at === null || row.decided_by === null || row.decided_state !== row.state) return null;
  const { rejection_code: code, rejection_words: words } = row;
  return {
    state: row.state,
    reason: code === null ? null : { code, words },
    at: row.decided_at,
    by: row.decided_by,
  };
}
