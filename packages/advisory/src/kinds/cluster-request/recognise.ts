import { techniquesOfKubernetes } from '@tripline/attack';
import { attributionFactor } from '../../attribute/attribute.js';
import { operationsTold } from '../../knowledge/cues.js';
import type { ClusterRequest, Span } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import { behaviourAt } from '../behaviour-at.js';
import { namedNear } from '../call-names/named-near.js';
import { namedAndDescribed } from '../named-and-described.js';
import { toldOf } from '../planes.js';
import { toldParameters, withOtherFields } from '../told-parameters.js';
import { namedRequests } from './kubectl.js';
import { quotedRequests } from './quoted.js';
import { requestParts } from './request-parts.js';

const NAME_CERTAINTY = 0.95;
const PHRASE_CERTAINTY = 0.7;

/** Finds requests to the Kubernetes API: by kubectl command, by resource path, and by phrase where the document is about Kubernetes. */
export function findClusterRequests(passages: readonly Passage[], text: string): readonly ClusterRequest[] {
  const told = toldOf('kubernetes', { text }, (passage) => operationsTold('kubernetes', passage));
  return namedAndDescribed(
    passages.map((passage) => ({
      passage,
      named: [...namedRequests(passage), ...quotedRequests(passage)].map(({ value, ...at }) =>
        requestAt(passage, value, at, NAME_CERTAINTY),
      ),
      told: passage.block.type === 'code' ? [] : told(passage).map((hit) => requestTold(passage, hit)),
    })),
  );
}

function requestTold(passage: Passage, { key, start, end }: Span & { readonly key: string }): ClusterRequest {
  return requestAt(passage, key, { start, end }, PHRASE_CERTAINTY * attributionFactor(passage, start, end));
}

function requestAt(passage: Passage, value: string, at: Span, certainty: number): ClusterRequest {
  return behaviourAt(passage, at, certainty, {
    kind: 'cluster-request',
    value,
    ...requestParts(value),
    parameters: withOtherFields(
      toldParameters(passage, 'kubernetes', value, at),
      namedNear(passage, 'kubernetes', value, at),
    ),
    platforms: ['kubernetes'],
    techniques: techniquesOfKubernetes(value).map(({ id }) => id),
  });
}
