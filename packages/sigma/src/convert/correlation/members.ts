import type { Condition } from '../../model/condition.js';
import { SigmaError } from '../../model/error.js';
import type { Logsource, SigmaHeader } from '../../model/rule.js';
import type { ConversionContext } from '../target.js';
import { eventsTree } from './base-search.js';
import { type Counting, tailOf } from './counting.js';

/** What a correlation refers to, by how its matches are found. */
export type Member = {
  readonly reference: string;
  /** What the member calls a field of the correlation: its alias there, or the field itself. */
  nameOf(field: string): string;
} & (
  | { readonly kind: 'events'; readonly document: SigmaHeader & { logsource: Logsource }; readonly tree: Condition }
  /** A correlation, or a rule that counts by itself. */
  | { readonly kind: 'counting'; readonly document: Counting }
);

/**
 * What is counted or ordered, in its order. `around` are the correlations in which it stands; there are at most `deepest` of them.
 * @throws SigmaError InvalidCorrelation
 */
export function membersOf(
  counting: Counting,
  around: readonly Counting[],
  ctx: ConversionContext,
  deepest = Number.POSITIVE_INFINITY,
): readonly Member[] {
  if (counting.kind === 'tail') {
    const parts = counting.aggregation.near ?? [counting.tree];
    return parts.map((tree, index) => {
      return { kind: 'events', reference: counting.rules[index] as string, nameOf: String, document: counting, tree };
    });
  }
  const circular = around.includes(counting);
  if (circular || around.length >= deepest) {
    const message = circular
      ? `the correlation "${counting.title}" refers to itself`
      : `correlations refer to each other more than ${deepest} levels deep`;
    throw new SigmaError('InvalidCorrelation', message, { document: counting.document, path: 'correlation.rules' });
  }
  return [...ctx.referred(counting)].map(([reference, document]): Member => {
    const nameOf = (field: string) => counting.aliases.get(field)?.get(reference) ?? field;
    if (document.kind === 'correlation') return { kind: 'counting', reference, nameOf, document };
    const [only] = document.conditions;
    if (document.conditions.length === 1 && only?.aggregation !== undefined) {
      return { kind: 'counting', reference, nameOf, document: tailOf(document, only.tree, only.aggregation) };
    }
    if (document.conditions.some(({ aggregation }) => aggregation !== undefined)) noteUncounted(document, ctx);
    return { kind: 'events', reference, nameOf, document, tree: eventsTree(document.conditions) };
  });
}

/** Notes that the single events of a rule stand for what it counts. */
export function noteUncounted({ title }: SigmaHeader, ctx: ConversionContext): void {
  ctx.note({
    code: 'aggregation_dropped',
    message: `The rule "${title}" counts by itself, which this query cannot ask for: it takes the rule's single events. Write it as a correlation with a name.`,
  });
}
