import { technique } from '@tripline/attack';
import type { LogGap } from '../cloud/log-feed.js';

const SENTENCES: Readonly<Record<LogGap, (source: string, detail: string | null) => string>> = {
  some_resources: (source) => `${source} takes them under conditions only, such as of some resources`,
  some_networks: (source, detail) => `${source} do not cover every network: ${detail}`,
  some_traffic: (source, detail) => `${source} do not take all traffic: ${detail}`,
  source_left_out: (source) => `${source} leaves out the services whose events show it`,
  not_delivered: (source, detail) => `${source} cannot deliver what it takes${detail === null ? '' : `: ${detail}`}`,
  trail_stopped: (source) => `${source} is stopped`,
  not_selected: (source) => `${source} does not select them`,
  no_flow_log: (_source, detail) => `there are no flow logs: ${detail}`,
  no_trail: () => 'there is no trail and no event data store',
  unread: (source) => `${source} may not be read by the role`,
};

/** The link that is missing, as a sentence. */
export function gapSentence(
  { gap, source, detail }: { readonly gap: LogGap; readonly source: string | null; readonly detail: string | null },
  { name, resourceType }: { readonly name: string; readonly resourceType: string | null },
  scopes: readonly string[],
): string {
  const what = resourceType === null ? name : `${name} of ${resourceType}`;
  return `${what} do not arrive in ${scopes.join(', ')}: ${SENTENCES[gap](source ?? 'what there is', detail)}.`;
}

/** Why no log is said to show a technique. */
export function noLogSentence(techniqueId: string): string {
  const name = technique(techniqueId)?.name ?? techniqueId;
  return `No event of a log that scans know of is known to show ${name} by itself.`;
}
