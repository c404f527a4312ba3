import type { Condition, Logsource } from '@tripline/sigma';
import { prepareReading, readDeclaredRule } from '../mapping/read-declared-rule.js';
import { readSigmaCondition } from '../mapping/sigma-condition.js';
import type { DeclaredReading } from './declared-reading.js';
import type { ProviderName } from './provider.js';

/** How a provider reads declared rules. The worker thread that reads them loads nothing else of a provider. */
interface DeclaredReader {
  /** Loads the tables that reading needs. */
  readonly prepare: () => void;
  /** What a rule on these log sources, with these alternatives, looks for. */
  readonly read: (sources: readonly Logsource[], conditions: readonly Condition[]) => DeclaredReading;
}

/** The readers by provider. */
export const DECLARED_READERS: Readonly<Record<ProviderName, DeclaredReader>> = {
  aws: {
    prepare: prepareReading,
    read: (sources, conditions) => readDeclaredRule(sources, conditions.map(readSigmaCondition)),
  },
};
