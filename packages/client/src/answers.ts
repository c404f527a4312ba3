import type { components, operations } from './generated/coverage-api.js';

type Schemas = components['schemas'];

/** A cloud account. */
export type AccountAnswer = Schemas['Account'];
/** A scan, while it runs and after. */
export type ScanAnswer = Schemas['Scan'];
/** What a finished scan changed. */
export type ScanResultsAnswer = Schemas['ScanResults'];
/** An account's coverage. */
export type CoverageAnswer = Schemas['CoverageSummary'];
/** A technique the account would not notice. */
export type GapAnswer = Schemas['Gap'];
/** What an organisation covers. */
export type OrganizationCoverageAnswer = Schemas['OrganizationCoverage'];
/** A SIEM whose rules are imported. */
export type SiemAnswer = Schemas['Siem'];
/** A page of a SIEM's rules, with counts. */
export type SiemRulesAnswer = operations['listSiemRules']['responses']['200']['content']['application/json'];
/** A rule of a SIEM, with whether it could fire. */
export type SiemRuleAnswer = Schemas['SiemRule'];
/** What an import changes, or would change. */
export type SiemImportAnswer = Schemas['SiemImport'];
/** Which rules of one's SIEMs notice what given rules do. */
export type SiemOverlapAnswer = Schemas['SiemOverlap'];
/** What became of rules of ours in one's SIEMs. */
export type SiemDriftAnswer = Schemas['SiemDrift'];
