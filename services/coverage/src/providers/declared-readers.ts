import type { Condition, Logsource } from '@tripline/sigma';
import type { DeclaredReading } from '../cloud/declared-reading.js';
import type { ProviderName } from '../cloud/provider.js';
import { prepareReading, readDeclaredRule } from '../mapping/read-declared-rule.js';
import { readNamedWords } from '../mapping/read-named-words.js';
import { readSigmaCondition } from '../mapping/sigma-condition.js';

/** How a provider reads declared rules. The worker thread that reads them loads nothing else of a provider. */
interface DeclaredReader {
  /** Loads the tables that reading needs. */
  readonly prepare: () => void;
  /** What a rule on these log sources, with these alternatives, looks for; `isCounted` where it notices a number of events. */
  readonly read: (
    sources: readonly Logsource[],
    conditions: readonly Condition[],
    isCounted: boolean,
  ) => DeclaredReading;
  /** What a query that cannot be read names of the provider's events, which shows no technique; undefined where it names nothing. */
  readonly named: (query: string) => DeclaredReading | undefined;
  /** The log source of a query that names the provider's events and no log. */
  readonly usual: Logsource;
}

/** The readers by provider. */
export const DECLARED_READERS: Readonly<Record<ProviderName, DeclaredReader>> = {
  aws: {
    prepare: prepareReading,
    read: (sources, conditions, isCounted) => readDeclaredRule(sources, conditions.map(readSigmaCondition), isCounted),
    named: readNamedWords,
    usual: { product: 'aws', service: 'cloudtrail' },
  },
};
