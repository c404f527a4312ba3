import type { Logger } from '@tripline/service';
import type { Condition, Logsource } from '@tripline/sigma';
import type { CloudConfig } from '../config.js';
import type { DeclaredReading } from './declared-reading.js';
import type { CloudProvider } from './provider.js';
import type { ProviderFacts } from './provider-facts.js';

/** How a provider reads declared rules. Worker threads do so, which open no provider. */
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

/** How a provider numbers or names its accounts, and the role by which one is entered. */
interface AccountForm {
  readonly number: RegExp;
  /** What matches, for the end of a sentence. */
  readonly numberIs: string;
  readonly role: RegExp;
  readonly roleIs: string;
  /** One account, for sentences: `AWS account`. */
  readonly noun: string;
  /** The account that a role belongs to; undefined for what is no role of this provider. */
  readonly accountOfRole: (role: string) => string | undefined;
}

/** Everything that the service has of a provider: what its folder gives to the list of providers. */
export interface ProviderFolder {
  readonly facts: ProviderFacts;
  /** The types of detections that its services declare. */
  readonly detectionTypes: readonly string[];
  /** Those of them whose techniques are read from what a customer wrote; those of the others stand in a table for what they are. */
  readonly typesReadFromText: readonly string[];
  /** The ids of its logs whose arrival is known, and the kinds of what keeps them. */
  readonly logIds: readonly string[];
  readonly feedKinds: readonly string[];
  readonly accounts: AccountForm;
  readonly declared: DeclaredReader;
  /** Opens it for a process. What takes long or much memory is loaded when it is first needed. */
  readonly open: (config: CloudConfig, log: Logger) => Promise<CloudProvider>;
  /** Loads what scans need; a worker does so before its first. */
  readonly load: () => Promise<void>;
}
