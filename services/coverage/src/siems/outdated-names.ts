import type { ReadSiemRule } from './reading/read-rule.js';

/** A table, data model or field that changed its name: queries that have the old one find less, or nothing. */
export interface OutdatedName {
  readonly name: string;
  /** What stands for it now. */
  readonly now: string;
}

/**
 * What Microsoft says of Defender's tables: https://learn.microsoft.com/defender-xdr/advanced-hunting-schema-changes, and of alerts
 * https://learn.microsoft.com/defender-xdr/advanced-hunting-migrate-from-mde
 */
const DEFENDER: readonly OutdatedName[] = [
  { name: 'DeviceAlertEvents', now: 'AlertInfo and AlertEvidence' },
  { name: 'AppFileEvents', now: 'CloudAppEvents' },
  {
    name: 'DeviceTvmSoftwareInventoryVulnerabilities',
    now: 'DeviceTvmSoftwareInventory and DeviceTvmSoftwareVulnerabilities',
  },
];
/** What Microsoft says of Sentinel's: https://learn.microsoft.com/azure/sentinel/work-with-stix-objects-indicators */
const SENTINEL: readonly OutdatedName[] = [{ name: 'ThreatIntelligenceIndicator', now: 'ThreatIntelIndicators' }];
/** Deprecated with version 4.12 of the Common Information Model: https://help.splunk.com/data-management/common-information-model/6.2/data-models/endpoint, and "Change" beside it */
const SPLUNK: readonly OutdatedName[] = [
  { name: 'Change_Analysis', now: 'Change' },
  { name: 'Application_State', now: 'Endpoint' },
];
/** Removed with ECS 8.0 and 9.0: https://www.elastic.co/guide/en/ecs/current/ecs-release-notes-8.0.0.html, https://www.elastic.co/docs/release-notes/ecs/breaking-changes */
const ELASTIC: readonly OutdatedName[] = [
  { name: 'process.ppid', now: 'process.parent.pid' },
  { name: 'log.original', now: 'event.original' },
  { name: 'process.pgid', now: 'process.group_leader.pid' },
  { name: 'process.parent.pgid', now: 'process.parent.group_leader.pid' },
  { name: 'service.node.role', now: 'service.node.roles' },
];

const BY_LANGUAGE: Readonly<Record<string, readonly OutdatedName[]>> = {
  kql: [...DEFENDER, ...SENTINEL],
  spl: SPLUNK,
  lucene: ELASTIC,
  eql: ELASTIC,
  esql: ELASTIC,
};

/** The names in a query that are out of date. @param language of the query, as `readQuery` calls it */
export const outdatedIn = ({ language, query }: Pick<ReadSiemRule, 'language' | 'query'>): readonly OutdatedName[] =>
  (BY_LANGUAGE[language] ?? []).filter(({ name }) => hasName(query, name));

/** Whether a text has a name that is not part of a longer one; of fields, points belong to the name. */
function hasName(text: string, name: string): boolean {
  const isOfName = (character: string | undefined): boolean =>
    character !== undefined && (/\w/.test(character) || (character === '.' && name.includes('.')));
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isOfName(text[at - 1]) && !isOfName(text[at + name.length])) return true;
  }
  return false;
}
