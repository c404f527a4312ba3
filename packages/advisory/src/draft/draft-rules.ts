import type { PlatformId } from '@tripline/sigma';
import { isAbout, type Plane, planeMentions } from '../behaviours/planes.js';
import { KINDS } from '../kinds/index.js';
import { countedOperations } from '../kinds/told/counted.js';
import { type AdvisoryDocument, type Evidence, isUntyped } from '../model.js';
import { draftArtifacts } from './artifacts.js';
import { draftAws, draftAzure, draftGcp } from './cloud.js';
import { draftIndicators } from './indicators.js';
import { draftKubernetes } from './kubernetes.js';
import type { DraftSelection, DraftValue, RuleDraft } from './rule-draft.js';
import { draftWaf, requestSources } from './waf.js';

/** What to draft; both have been checked and filled in by the caller. */
export interface DraftOptions {
  readonly platforms: ReadonlySet<PlatformId>;
  /** Behaviours below it are not drafted from. */
  readonly minConfidence: number;
}

/** Drafts rules from evidence: one per behaviour and platform, behaviour rules before indicator rules. Same input, same drafts. */
export function draftRules(doc: AdvisoryDocument, evidence: Evidence, options: DraftOptions): readonly RuleDraft[] {
  const sure = evidence.behaviours.filter(({ confidence }) => confidence >= options.minConfidence);
  const behaviours = sure.filter(isUntyped);
  const aboutAws = isAbout('aws', planeMentions(doc.text), doc.text.length);
  const counted = countedOperations(sure);
  const single = behaviours.filter(({ value }) => !counted.has(value.toLowerCase()));
  const sources = new Set(requestSources(doc, behaviours, evidence.indicators));
  const drafts = [
    ...KINDS.flatMap(({ draft }) => draft({ doc, behaviours: sure })).sort(surestFirst),
    ...draftAws(single, aboutAws ? reportedClient(evidence) : undefined),
    ...draftGcp(single),
    ...draftAzure(single),
    ...draftArtifacts(behaviours),
    ...draftKubernetes(doc, single),
    ...draftWaf(doc, behaviours, evidence.indicators),
    ...draftIndicators(
      doc,
      evidence.indicators.filter((indicator) => aboutAws || !sources.has(indicator)),
      indicatorPlatforms(options.platforms, controlPlanes(doc, evidence), drawsOnEndpoints(evidence)),
    ),
  ];
  return drafts.filter(
    ({ platform, confidence }) => options.platforms.has(platform) && confidence >= options.minConfidence,
  );
}

/** The order in which kinds stand in their list is none of the answer's. */
function surestFirst(a: RuleDraft, b: RuleDraft): number {
  return b.confidence - a.confidence || (a.behaviour < b.behaviour ? -1 : 1);
}

/** User agents and addresses of the advisory narrow everyday calls better than any list of ours. */
function reportedClient({ indicators }: Evidence): DraftSelection | undefined {
  const of = (type: string): readonly DraftValue[] =>
    indicators
      .filter((indicator) => indicator.type === type && indicator.spans.length > 0)
      .slice(0, 100)
      .map(({ value, spans }) => ({ literal: value, origin: spans[0] as { start: number; end: number } }));
  const agents = of('user-agent');
  const addresses = of('ipv4');
  if (agents.length === 0 && addresses.length === 0) return undefined;
  return {
    name: 'selection_reported_source',
    alternatives: [
      ...(agents.length === 0 ? [] : [[{ field: 'userAgent', modifiers: ['contains'], values: agents }]]),
      ...(addresses.length === 0 ? [] : [[{ field: 'sourceIPAddress', modifiers: [], values: addresses }]]),
    ],
  };
}

function drawsOnEndpoints({ behaviours }: Evidence): boolean {
  return behaviours.some(({ platforms }) => platforms.some((id) => id.startsWith('endpoint-')));
}

/** The logs whose own operations an advisory about them tells; one on AWS that tells of no endpoint either need not name any. */
function controlPlanes(doc: AdvisoryDocument, { behaviours }: Evidence): readonly PlatformId[] {
  const mentions = planeMentions(doc.text);
  const told = new Set(behaviours.flatMap(({ platforms }) => platforms));
  const about = (plane: Plane): boolean => isAbout(plane, mentions, doc.text.length);
  const aws = about('aws') && (told.has('cloud-audit-1') || ![...told].some((id) => id.startsWith('endpoint-')));
  const planes: PlatformId[] = aws ? ['cloud-audit-1'] : [];
  if (about('gcp') && told.has('cloud-audit-2')) planes.push('cloud-audit-2');
  if (about('azure') && told.has('cloud-audit-3')) planes.push('cloud-audit-3');
  if (about('okta') && told.has('identity-1')) planes.push('identity-1');
  if (about('entra') && (told.has('identity-2-signin') || told.has('identity-2-audit')))
    planes.push('identity-2-signin');
  return planes;
}

/** Which logs an advisory's bare indicators are looked for in: cloud intrusions in the cloud's log, others on endpoints. */
function indicatorPlatforms(
  requested: ReadonlySet<PlatformId>,
  planes: readonly PlatformId[],
  endpoints: boolean,
): ReadonlySet<PlatformId> {
  const wanted =
    planes.length === 0 || endpoints ? [...planes, 'endpoint-sysmon' as const, 'endpoint-auditd' as const] : planes;
  return new Set(wanted.filter((id) => requested.has(id)));
}
