import type { ConversionContext, ReferredDocuments } from '../convert/target.js';
import { TextTarget } from '../convert/text/text-target.js';
import type { Condition } from '../model/condition.js';
import type {
  Aggregation,
  RuleReferenceTree,
  SigmaCorrelation,
  SigmaHeader,
  SigmaRule,
  Threshold,
} from '../model/rule.js';
import { countingRule } from './yaral/counting.js';
import { eventLines } from './yaral/events.js';
import { atLeast, clausesOf } from './yaral/expression.js';
import { outcomeLines } from './yaral/outcome.js';
import { writeRule } from './yaral/rule-text.js';
import { ofOneKind, type Source, sourceOf } from './yaral/source.js';
import { type Step, stepsOf, temporalRule } from './yaral/temporal.js';

/** YARA-L 2.0 of Google SecOps: a whole detection rule. */
class Yaral extends TextTarget {
  readonly id = 'siem_yaral';

  protected query(rule: SigmaRule, tree: Condition, ctx: ConversionContext): string {
    return writeRule(rule, {
      events: eventLines('e', rule.logsource, tree, ctx),
      outcome: outcomeLines('e', rule.logsource, tree, false, new Set(['e', 'risk_score']), ctx),
      condition: '$e',
    });
  }

  protected counted(rule: SigmaRule, tree: Condition, aggregation: Aggregation, ctx: ConversionContext): string {
    const sources = (aggregation.near ?? [tree]).map(
      (part, index): Source => ({ kind: 'events', logsource: rule.logsource, tree: part, reference: String(index) }),
    );
    return correlated(rule, sources, aggregation, undefined, ctx);
  }

  convertCorrelation(correlation: SigmaCorrelation, referred: ReferredDocuments, ctx: ConversionContext): string {
    const sources = new Map([...referred].map(([reference, document]) => [reference, sourceOf(document, reference)]));
    if (correlation.expression === undefined) {
      return correlated(correlation, [...sources.values()], correlation.aggregation, correlation.aliases, ctx);
    }
    return expressed(correlation, correlation.expression, sources, ctx);
  }
}

export const yaral = new Yaral();

function correlated(
  header: SigmaHeader,
  sources: readonly Source[],
  aggregation: Aggregation,
  aliases: SigmaCorrelation['aliases'] | undefined,
  ctx: ConversionContext,
): string {
  if (aggregation.type === 'temporal' || aggregation.type === 'temporal_ordered') {
    return temporalRule(header, temporalSteps(sources, aggregation, ctx), aggregation, aliases, ctx);
  }
  return countingRule(header, ofOneKind(sources, ctx), aggregation, aliases, ctx);
}

/** The steps of a temporal rule: all sources, or as many different ones as a threshold demands. */
function temporalSteps(
  sources: readonly Source[],
  { type, thresholds }: Aggregation,
  ctx: ConversionContext,
): readonly Step[] {
  const all = sources.map((source): Step => ({ present: true, sources: [source] }));
  if (thresholds.length === 0) return all;
  const least = Math.max(1, ...thresholds.map(({ operator, value }) => leastCount(operator, value)));
  const exact = thresholds.every(
    ({ operator, value }) => operator === 'gt' || operator === 'gte' || (operator === 'eq' && value === sources.length),
  );
  const clauses =
    type === 'temporal_ordered' && least < sources.length
      ? undefined
      : atLeast(
          Math.min(least, sources.length),
          sources.map(({ reference }) => reference),
        );
  if (!exact || clauses === undefined || least > sources.length) {
    ctx.note({
      code: 'aggregation_approximated',
      message:
        'A condition section cannot say how many of the rules must be seen in this way: the rule asks for fewer.',
    });
  }
  if (clauses === undefined) return [{ present: true, sources }];
  return stepsOf(clauses, new Map(sources.map((source) => [source.reference, source])));
}

/** The smallest number of rules that can satisfy a threshold. */
function leastCount(operator: Threshold['operator'], value: number): number {
  if (operator === 'gt') return Math.floor(value) + 1;
  return operator === 'gte' || operator === 'eq' ? Math.ceil(value) : 1;
}

/** A temporal correlation with an extended condition. At least one step must be an event that occurred. */
function expressed(
  correlation: SigmaCorrelation,
  expression: RuleReferenceTree,
  sources: ReadonlyMap<string, Source>,
  ctx: ConversionContext,
): string {
  const { clauses, lost } = clausesOf(expression);
  const seen = clauses.some(({ present }) => present);
  if (lost || !seen) {
    ctx.note({
      code: 'aggregation_approximated',
      message: 'A condition section has no "or" between present and absent events: those parts were left out.',
    });
  }
  const kept = seen ? clauses : [{ present: true, references: [...sources.keys()] }];
  // Steps that must occur come first, so that the used variables are numbered from the beginning.
  const sorted = [...kept].sort((left, right) => Number(right.present) - Number(left.present));
  return temporalRule(correlation, stepsOf(sorted, sources), correlation.aggregation, correlation.aliases, ctx);
}
