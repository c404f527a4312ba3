import { lazyData } from '../data.js';
import { configRuleMappings } from './config-rules.js';
import type { ControlMapping } from './mapping.js';
import { securityHubControlMappings } from './securityhub.js';

/** What a check of configuration found: `passed`, `failed`, or null where that was not read or the check has no result. */
export type Compliance = 'passed' | 'failed' | null;

/** A check of configuration: a managed AWS Config rule by its identifier, or a Security Hub control by its id. */
export interface ConfigurationCheck {
  readonly by: 'config' | 'securityhub';
  readonly id: string;
}

/** Checks whose failure is the detection: they fail when something appears that should not. All others ask for something to exist. */
const watching = lazyData(
  'aws-watching-checks.json',
  (raw: Readonly<Record<ConfigurationCheck['by'], readonly string[]>>) => ({
    config: new Set(raw.config),
    securityhub: new Set(raw.securityhub),
  }),
);

const published = ({ by, id }: ConfigurationCheck): readonly ControlMapping[] =>
  by === 'config' ? configRuleMappings(id) : securityHubControlMappings(id);

/** Whether a check asks for something that detects, such as a filter with an alarm, so that its compliance says something about a gap. */
export function asksForDetection(check: ConfigurationCheck): boolean {
  return !watching()[check.by].has(check.id) && published(check).some(({ category }) => category === 'detect');
}

/**
 * What a check does about techniques. None ever covers by itself. A check that asks for a filter and alarm, a log or a firewall detects
 * nothing: while it passes it supports what it asks for, which is counted where it is found; otherwise its rows are of category `protect`.
 */
export function checkMappings(check: ConfigurationCheck, compliance: Compliance): readonly ControlMapping[] {
  const asks = asksForDetection(check);
  return published(check).map((mapping): ControlMapping => {
    if (mapping.category !== 'detect') return mapping;
    if (!asks) return { ...mapping, supporting: true };
    const evidence = `${mapping.evidence}, which asks for what detects it and ${RESULT[compliance ?? 'unread']}`;
    return compliance === 'passed'
      ? { ...mapping, strength: 'minimal', supporting: true, asks: true, evidence }
      : { ...mapping, category: 'protect', supporting: true, asks: true, evidence };
  });
}

const RESULT = { passed: 'passes', failed: 'fails', unread: 'whose result is not known' } as const;
