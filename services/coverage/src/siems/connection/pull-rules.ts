import type { SiemKind } from '../siem-kinds.js';
import { pullElastic } from './pull-elastic.js';
import { pullSentinel } from './pull-sentinel.js';
import { pullSplunk } from './pull-splunk.js';
import type { PulledRules, SiemAccess } from './pulled-rules.js';
import type { SiemCalls } from './siem-calls.js';

/** The kinds of SIEM whose rules are asked for. */
const PULLS: Readonly<Partial<Record<SiemKind, (calls: SiemCalls, access: SiemAccess) => Promise<PulledRules>>>> = {
  splunk: pullSplunk,
  sentinel: pullSentinel,
  elastic: pullElastic,
};

/** What asks the API of a kind of SIEM for its rules; undefined for a kind that is imported by file alone. */
export const pullOf = (kind: SiemKind) => PULLS[kind];
