import type { Condition } from '../../model/condition.js';
import { SigmaError } from '../../model/error.js';
import type { Aggregation, SigmaCorrelation, SigmaRule } from '../../model/rule.js';
import type { ConversionContext } from '../target.js';
import { eventsTree } from './base-search.js';

/** A document that a correlation refers to, by how its matches are found. */
export type Member = {
  readonly reference: string;
  /** What the member calls a field of the correlation: its alias there, or the field itself. */
  nameOf(field: string): string;
} & (
  | { readonly kind: 'events'; readonly document: SigmaRule; readonly tree: Condition }
  /** A rule that counts by itself. */
  | {
      readonly kind: 'counted';
      readonly document: SigmaRule;
      readonly tree: Condition;
      readonly aggregation: Aggregation;
    }
  | { readonly kind: 'correlation'; readonly document: SigmaCorrelation }
);

/**
 * What a correlation refers to, in its order. `around` are the correlations in which it stands; there are at most `deepest` of them.
 * @throws SigmaError InvalidCorrelation
 */
export function membersOf(
  correlation: SigmaCorrelation,
  around: readonly SigmaCorrelation[],
  ctx: ConversionContext,
  deepest = Number.POSITIVE_INFINITY,
): readonly Member[] {
  const circular = around.includes(correlation);
  if (circular || around.length >= deepest) {
    const message = circular
      ? `the correlation "${correlation.title}" refers to itself`
      : `correlations refer to each other more than ${deepest} levels deep`;
    throw new SigmaError('InvalidCorrelation', message, {
      document: correlation.document,
      path: 'correlation.rules',
    });
  }
  return [...ctx.referred(correlation)].map(([reference, document]): Member => {
    const nameOf = (field: string) => correlation.aliases.get(field)?.get(reference) ?? field;
    if (document.kind === 'correlation') return { kind: 'correlation', reference, nameOf, document };
    const [only] = document.conditions;
    if (document.conditions.length === 1 && only?.aggregation !== undefined) {
      return { kind: 'counted', reference, nameOf, document, tree: only.tree, aggregation: only.aggregation };
    }
    if (document.conditions.some(({ aggregation }) => aggregation !== undefined)) noteUncounted(document, ctx);
    return { kind: 'events', reference, nameOf, document, tree: eventsTree(document.conditions) };
  });
}

/** Notes that the single events of a rule stand for what it counts. */
export function noteUncounted({ title }: SigmaRule, ctx: ConversionContext): void {
  ctx.note({
    code: 'aggregation_dropped',
    message: `The rule "${title}" counts by itself, which this query cannot ask for: it takes the rule's single events. Write it as a correlation with a name.`,
  });
}
