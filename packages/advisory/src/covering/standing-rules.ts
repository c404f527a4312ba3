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
  standaloneDocuments,
} from '@tripline/sigma';
import { logOfSource } from '@tripline/telemetry';

/** A rule that is there already. */
export interface StandingRule {
  /** What it is called in the answer: a rule's key, or a file's path. */
  readonly id: string;
  /** Instead of the title that it has in Sigma. */
  readonly title?: string;
  /** Sigma: a rule, or a correlation with the rules that it refers to; or several, each of which has its own title. */
  readonly yaml: string;
}

/** A standing rule with its title. */
export type TitledRule = StandingRule & Required<Pick<StandingRule, 'title'>>;

/** A standing rule over single events. */
interface SingleRule {
  readonly standing: TitledRule;
  readonly rule: SigmaRule;
}

/** A standing rule that counts events or puts them in order. */
interface CountingRule {
  readonly standing: TitledRule;
  readonly document: SigmaRule | SigmaCorrelation;
  readonly collection: SigmaCollection;
  readonly counted: readonly { readonly logsource: Logsource; readonly matcher: Matcher }[];
}

/** Most events times standing rules of their log that one question tries; what is beyond it matches nothing. */
const WORK_MAX = 10_000_000;

/** Standing rules, read once and asked by log. Text that cannot be read is no rule, and covers nothing. */
export class StandingRules {
  private readonly singles: readonly SingleRule[];
  private readonly counting: readonly CountingRule[];
  private readonly byLog = new Map<string, LogRules>();

  constructor(standing: readonly StandingRule[]) {
    const read = standing.flatMap(readRules);
    this.singles = read.filter((rule) => 'rule' in rule);
    this.counting = read.filter((rule) => 'document' in rule);
  }

  /** @param except ids in Sigma of rules that do not count */
  ask(except: ReadonlySet<string>): AskedRules {
    const counting = this.counting.filter(({ document }) => !except.has(idOf(document)));
    let work = WORK_MAX;
    const isWithin = (tried: number): boolean => {
      work -= tried;
      return work >= 0;
    };
    return {
      matching: (logsource, forms) => {
        const { index, rules } = this.rulesOf(logsource);
        if (!isWithin(forms.length * rules.length)) return new Set();
        const found = forms.flatMap((event) => index.matches(event).map((number) => rules[number] as SingleRule));
        return new Set(found.filter(({ rule }) => !except.has(idOf(rule))).map(({ standing }) => standing));
      },
      firing: (logsources, events, single) => {
        if (!isWithin((events.length + single.length) * counting.length)) return [];
        const fires = ({ document, collection, counted }: CountingRule): boolean =>
          counted.every((rule) => logsources.some((log) => isFor(rule.logsource, log))) &&
          single.every((event) => counted.some(({ matcher }) => matcher.matches(event))) &&
          matchCorrelation(document, collection, events).matched;
        return counting.filter(fires).map(({ standing }) => standing);
      },
    };
  }

  private rulesOf(logsource: Logsource): LogRules {
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

interface LogRules {
  readonly rules: readonly SingleRule[];
  readonly index: RuleIndex;
}

/** Standing rules as one question sees them. */
export interface AskedRules {
  /** The rules that match an event of this log, in any of the forms in which logs write it. */
  matching(logsource: Logsource, forms: readonly SigmaEvent[]): ReadonlySet<TitledRule>;
  /**
   * The counting rules that fire on events of these logs.
   * @param single events of the same logs that it must count each
   */
  firing(
    logsources: readonly Logsource[],
    events: readonly SigmaEvent[],
    single: readonly SigmaEvent[],
  ): readonly TitledRule[];
}

const idOf = ({ id }: SigmaRule | SigmaCorrelation): string => id?.toLowerCase() ?? '';

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

/** The rules of a text that stand for themselves. */
function readRules(standing: StandingRule): readonly (SingleRule | CountingRule)[] {
  const collection = parseSigma(standing.yaml);
  const documents = standaloneDocuments(collection);
  return documents.flatMap((document) => readDocument({ title: document.title, ...standing }, document, collection));
}

function readDocument(
  standing: TitledRule,
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
): readonly (SingleRule | CountingRule)[] {
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
