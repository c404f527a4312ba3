import { logById, logOfSource } from '@tripline/telemetry';
import type { RuleDraft } from '../draft/rule-draft.js';
import { draftCloudOperations } from '../kinds/cloud-operation/draft.js';
import { draftClusterRequests } from '../kinds/cluster-request/draft.js';
import { draftIdentityEvents } from '../kinds/identity-event/draft.js';
import type { Drafting } from '../kinds/kind.js';
import { draftProductEvents } from '../kinds/product-event/draft.js';
import type { AdvisoryDocument, Behaviour } from '../model.js';
import { passageAt } from '../segment/passage.js';

const CONFIDENCE_MIN = 0.5;
/** No honest advisory tells of more. */
const BEHAVIOURS_MAX = 2000;

type Draft = (drafting: Drafting) => readonly RuleDraft[];

/** Operations by name, each with what drafts a rule on one of them. */
const DRAFTS: Readonly<Partial<Record<Behaviour['kind'], Draft>>> = {
  'cloud-operation': draftCloudOperations,
  'cluster-request': draftClusterRequests,
  'identity-event': draftIdentityEvents,
  'product-event': draftProductEvents,
};

/** The operations that sentences of a document name or describe, surely enough. What code and headings name says nothing of number and order. */
export function operationsInSentences(doc: AdvisoryDocument, behaviours: readonly Behaviour[]): readonly Behaviour[] {
  return behaviours.slice(0, BEHAVIOURS_MAX).filter((behaviour) => {
    if (DRAFTS[behaviour.kind] === undefined || behaviour.confidence < CONFIDENCE_MIN) return false;
    const block = passageAt(doc, behaviour.start)?.block;
    return block !== undefined && block.type !== 'code' && block.type !== 'heading';
  });
}

/** The rules on one operation alone that look for single events. */
export function singleRules(drafting: Drafting, behaviour: Behaviour): readonly RuleDraft[] {
  const drafts =
    DRAFTS[behaviour.kind]?.({ ...drafting, behaviours: [behaviour], indicators: [], isCounted: true }) ?? [];
  return drafts.filter(({ correlation, chain }) => correlation === undefined && chain === undefined);
}

/** The field of a log that says who called: the account, or the address. Undefined where it has neither. */
export function callerOf({ logsource }: Pick<RuleDraft, 'logsource'>, isSource = false): string | undefined {
  return (
    fieldOf(logsource, isSource ? 'ip-address' : 'acting-account') ??
    fieldOf(logsource, isSource ? 'acting-account' : 'ip-address')
  );
}

function fieldOf(logsource: RuleDraft['logsource'], thing: 'ip-address' | 'acting-account'): string | undefined {
  const id = logOfSource(logsource)?.id;
  for (const row of (id === undefined ? undefined : logById(id))?.rows ?? []) {
    const [field] = Object.keys(row.with[thing] ?? {});
    if (field !== undefined) return field.split('|', 1)[0];
  }
  return undefined;
}
