import { readFileSync } from 'node:fs';
import type { Logsource } from '@tripline/sigma';
import type { DetectionStatus, StatusReason } from './detection-model.js';
import type { SigmaRule } from './read-rules.js';

/** Whether a declared rule counts, and why not. */
export interface Standing {
  readonly status: DetectionStatus;
  readonly reason: StatusReason | null;
}

/** Log sources by provider: those that every account of it has, and those that it may have. */
type Sources = Readonly<
  Record<string, { readonly sure: readonly Logsource[]; readonly possible: readonly Logsource[] }>
>;

let table: Sources | undefined;

function sourcesOf(provider: string): { readonly sure: readonly Logsource[]; readonly possible: readonly Logsource[] } {
  table ??= JSON.parse(
    readFileSync(new URL('../../data/declared-log-sources.json', import.meta.url), 'utf8'),
  ) as Sources;
  return table[provider] ?? { sure: [], possible: [] };
}

const NOT_IN_USE: readonly (string | undefined)[] = ['deprecated', 'unsupported'];

/**
 * Whether a declared rule counts in an account. It does not when its author no longer stands by it, when it names no technique, or when it
 * reads a log that an account of this provider does not have. A log that the account may have and no scan reads is unknown.
 */
export function standingOf(
  { status, techniques, logSources }: Pick<SigmaRule, 'status' | 'techniques' | 'logSources'>,
  provider: string,
): Standing {
  if (NOT_IN_USE.includes(status)) return { status: 'disabled', reason: 'deprecated' };
  if (techniques.length === 0) return { status: 'degraded', reason: 'untagged' };
  const { sure, possible } = sourcesOf(provider);
  if (logSources.some((source) => sure.some((one) => has(one, source)))) return { status: 'active', reason: null };
  const maybe = logSources.some((source) => possible.some((one) => has(one, source)));
  return maybe
    ? { status: 'unknown', reason: 'dependency_unreadable' }
    : { status: 'disabled', reason: 'no_log_source' };
}

/** Whether a log source is one of those that `wide` stands for. */
const has = (wide: Logsource, { product, service, category }: Logsource): boolean =>
  wide.product === product &&
  (wide.service === undefined || wide.service === service) &&
  (wide.category === undefined || wide.category === category);
