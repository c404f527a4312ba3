import { PLATFORM_NAMES } from '@tripline/sigma';
import type { RuleDraft } from '../draft/rule-draft.js';
import { requestParts } from '../kinds/cluster-request/request-parts.js';
import { draftDescribedBehaviours } from '../kinds/described-behaviour/draft.js';
import { isCounted, isSequence, type KnownBehaviour, type KnownStep } from '../knowledge/behaviour.js';
import { knownBehaviours } from '../knowledge/load.js';
import type { AdvisoryDocument, Behaviour, Finding } from '../model.js';

const NOTHING: AdvisoryDocument = { format: 'text', title: '', text: '', blocks: [], publisherHosts: [] };

const CLOUDS = ['aws', 'gcp', 'azure'] as const;

/**
 * Rules of the behaviours that are known to show a technique, as if an advisory had described every step: counts, sequences, and single
 * events of clouds and identity providers. Hosts' single events are left to the commands of the technique, and sequences of commands to
 * advisories, which say which commands.
 */
export function behaviourRules(techniqueId: string, confidence: number): readonly RuleDraft[] {
  return knownBehaviours()
    .filter(({ techniques }) => techniques.includes(techniqueId))
    .flatMap((behaviour) => {
      const behaviours = findingsOf(behaviour, confidence);
      const drafts = draftDescribedBehaviours({
        doc: NOTHING,
        behaviours,
        indicators: [],
        platforms: new Set(PLATFORM_NAMES),
      });
      return drafts
        .filter((draft) => draft.behaviour === `told:${behaviour.id}`)
        .map(({ describedAt: _nowhere, ...draft }) => draft);
    });
}

/** What an advisory that describes the whole behaviour would give. */
function findingsOf({ id, seen, techniques }: KnownBehaviour, confidence: number): readonly Behaviour[] {
  const finding: Finding = {
    value: id,
    start: 0,
    end: 0,
    platforms: [seen.platform ?? []].flat(),
    confidence,
    role: 'narrative',
    techniques,
  };
  // No log of a cloud or of identities is without a platform.
  const isOfHost = seen.platform === null || seen.platform.startsWith('endpoint-');
  if (isCounted(seen) || !(isSequence(seen) || isOfHost)) return [{ ...finding, kind: 'described-behaviour' }];
  if (!isSequence(seen) || seen.linked === true || seen.steps.some(({ commands }) => commands !== undefined)) return [];
  return seen.steps.flatMap((step) => stepOf(step, finding));
}

function stepOf({ name, behaviour, operations = [], phrases }: KnownStep, finding: Finding): readonly Behaviour[] {
  if (behaviour !== undefined) return [{ ...finding, kind: 'described-behaviour', value: behaviour }];
  if (operations.length > 0) return operations.map((value) => called(value, finding));
  return phrases === undefined ? [] : [{ ...finding, kind: 'described-behaviour', step: name }];
}

/** An operation of a cloud, or a request to a cluster, as if the advisory had named it. */
function called(value: string, finding: Finding): Behaviour {
  const cloud = CLOUDS.find((one) => finding.platforms.includes(one));
  if (cloud === undefined) return { ...finding, kind: 'cluster-request', value, ...requestParts(value) };
  const slash = cloud === 'aws' ? value.indexOf('/') : -1;
  const source = slash < 0 ? {} : { source: value.slice(0, slash) };
  return { ...finding, kind: 'cloud-operation', cloud, value, ...source, name: value.slice(slash + 1), parameters: [] };
}
