import {
  countedRules,
  createMatcher,
  createRuleIndex,
  type Logsource,
  type Matcher,
  matchCorrelation,
  parseSigma,
  type RuleIndex,
  type SigmaCollection,
  type SigmaCorrelation,
  SigmaError,
  type SigmaEvent,
  type SigmaRule,
} from '@tripline/sigma';
import { logOfSource } from '@tripline/telemetry';

/** A rule that is there already. */
export interface StandingRule {
  /** What it is called in the answer: a rule's key, or a file's path. */
  readonly id: string;
  readonly title: string;
  /** Sigma: a rule, or a correlation with the rules that it refers to. */
  readonly yaml: string;
}

/** A standing rule over single events. */
interface SingleRule {
  readonly standing: StandingRule;
  readonly rule: SigmaRule;
}

/** A standing rule that counts events or puts them in order. */
interface CountingRule {
  readonly standing: StandingRule;
  readonly document: SigmaRule | SigmaCorrelation;
  readonly collection: SigmaCollection;
  readonly counted: readonly { readonly logsource: Logsource; readonly matcher: Matcher }[];
}

/** Standing rules, read once and asked by log. Text that cannot be read is no rule, and covers nothing. */
export class StandingRules {
  private readonly singles: readonly SingleRule[];
  private readonly counting: readonly CountingRule[];
  private readonly byLog = new Map<string, { readonly rules: readonly SingleRule[]; readonly index: RuleIndex }>();

  /** @param work how many events times rules are tried; then nothing matches any more */
  constructor(
    standing: readonly StandingRule[],
    private work: number,
  ) {
    const read = standing.flatMap(readRule);
    this.singles = read.filter((rule) => 'rule' in rule);
    this.counting = read.filter((rule) => 'document' in rule);
  }

  /** The rules that match an event of this log, in any of the forms in which logs write it. */
  matching(logsource: Logsource, forms: readonly SigmaEvent[]): ReadonlySet<StandingRule> {
    const { index, rules } = this.indexOf(logsource);
    this.work -= forms.length * rules.length;
    if (this.work < 0) return new Set();
    return new Set(
      forms.flatMap((event) => index.matches(event).map((number) => (rules[number] as SingleRule).standing)),
    );
  }

  /**
   * The counting rules that fire on events of these logs.
   * @param single events of the same logs that it must count each
   */
  firing(
    logsources: readonly Logsource[],
    events: readonly SigmaEvent[],
    single: readonly SigmaEvent[],
  ): readonly StandingRule[] {
    this.work -= (events.length + single.length) * this.counting.length;
    if (this.work < 0) return [];
    return this.counting
      .filter(
        ({ document, collection, counted }) =>
          counted.every((rule) => logsources.some((log) => isFor(rule.logsource, log))) &&
          single.every((event) => counted.some(({ matcher }) => matcher.matches(event))) &&
          matchCorrelation(document, collection, events).matched,
      )
      .map(({ standing }) => standing);
  }

  private indexOf(logsource: Logsource) {
    const { product, category, service } = logsource;
    const key = JSON.stringify([product, category, service]);
    let known = this.byLog.get(key);
    if (known === undefined) {
      const rules = this.singles.filter(({ rule }) => isFor(rule.logsource, logsource));
      known = { rules, index: createRuleIndex(rules.map(({ rule }) => rule)) };
      this.byLog.set(key, known);
    }
    return known;
  }
}

/**
 * Whether a standing rule's log source takes in another's events. The event log of Windows tells by channel and id for which rules an event
 * is, so that there every rule of Windows is asked.
 */
function isFor(standing: Logsource, own: Logsource): boolean {
  const isWider = (part: 'product' | 'category' | 'service') =>
    standing[part] === undefined || standing[part].toLowerCase() === own[part]?.toLowerCase();
  if (isWider('product') && isWider('category') && isWider('service')) return true;
  const [log, other] = [logOfSource(own), logOfSource(standing)];
  if (log === undefined) return false;
  return log.id === other?.id || (log.channels.length > 0 && isWider('product'));
}

function readRule(standing: StandingRule): readonly (SingleRule | CountingRule)[] {
  const collection = parseSigma(standing.yaml);
  const [document] = collection.documents;
  if (document === undefined || document.kind === 'filter') return [];
  if (document.kind === 'rule' && !needsSeveralEvents(document)) return [{ standing, rule: document }];
  try {
    const counted = countedRules(document, collection).map((rule) => ({
      logsource: rule.logsource,
      matcher: createMatcher(rule),
    }));
    return [{ standing, document, collection, counted }];
  } catch (error) {
    // It refers to a rule that its text does not hold.
    if (error instanceof SigmaError) return [];
    throw error;
  }
}

/** Whether a document fires on several events together, and not on each. */
export function needsSeveralEvents(document: SigmaRule | SigmaCorrelation): boolean {
  return document.kind === 'correlation' || document.conditions.some(({ aggregation }) => aggregation !== undefined);
}
