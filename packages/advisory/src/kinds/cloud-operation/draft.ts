import { PLATFORM_NAMES } from '@tripline/sigma';
import type { RuleDraft } from '../../draft/rule-draft.js';
import { groupBy } from '../../draft/text.js';
import { startsOf, wordSet } from '../../knowledge/load.js';
import type { Behaviour, CallParameter, CloudOperation, Indicator } from '../../model.js';
import { passageAt } from '../../segment/passage.js';
import { countedOperations } from '../counted-operations.js';
import { isOnHosts } from '../indicator/logs.js';
import { reportedClient } from '../indicator/reported-client.js';
import type { Drafting } from '../kind.js';
import { withoutDate } from '../operation-title.js';
import { isAbout, planeMentions, standsBeside } from '../planes.js';
import { draftAws, isEverydayCall } from './draft-aws.js';
import { draftAzure } from './draft-azure.js';
import { draftGcp } from './draft-gcp.js';

/** Rules on the audit logs of AWS, Google Cloud and Azure. */
export function draftCloudOperations(drafting: Drafting): readonly RuleDraft[] {
  const { behaviours, doc, indicators } = drafting;
  const aboutAws = isAbout('aws', planeMentions(doc.text), doc.text.length);
  const onHosts = isOnHosts({ ...drafting, platforms: new Set(PLATFORM_NAMES) });
  const mayCall = ({ spans }: Indicator): boolean => !onHosts || standsBeside('aws', doc, spans);
  return [
    ...draftAws(operationsOf(behaviours, 'aws'), aboutAws ? reportedClient(indicators, mayCall) : undefined, {
      isCounted: drafting.isCounted === true,
      isScripted: ({ start }) => startsOf('told-of-scripts').test(passageAt(doc, start)?.text ?? ''),
    }),
    ...draftGcp(operationsOf(behaviours, 'gcp')),
    ...draftAzure(operationsOf(behaviours, 'azure')),
  ];
}

/**
 * The operations of a cloud, each at its surest place and with the parameters of all its places, without those that a correlation rule
 * counts and of which nothing more is told.
 */
function operationsOf(behaviours: readonly Behaviour[], cloud: CloudOperation['cloud']): readonly CloudOperation[] {
  const counted = countedOperations(behaviours);
  const told = behaviours.flatMap((behaviour) =>
    behaviour.kind === 'cloud-operation' &&
    behaviour.cloud === cloud &&
    (!counted.has(behaviour.value.toLowerCase()) || behaviour.parameters.some(({ isOutcome }) => isOutcome !== true))
      ? [behaviour]
      : [],
  );
  const places = groupBy(told, ({ source = '', name }) => `${source}/${withoutDate(name)}`.toLowerCase());
  return [...places.values()].map((same) => {
    const best = same.reduce((one, other) => (other.confidence > one.confidence ? other : one));
    return { ...best, parameters: parametersOf(same) };
  });
}

/**
 * The parameters of all places of an operation. How a call ended narrows only what deployments and ordinary work do as well; others are rare
 * enough whether they were refused or not, unless the text says to look for these.
 */
function parametersOf(same: readonly CloudOperation[]): readonly CallParameter[] {
  const isOrdinary = same.every(({ name }) => wordSet('aws-deployments').has(name) || isEverydayCall(name));
  const told = same.flatMap(({ parameters, role }) =>
    parameters.filter(({ isOutcome }) => !isOutcome || isOrdinary || role === 'detection'),
  );
  return [...new Map(told.map((one) => [`${one.place} ${one.title}`, one] as const)).values()];
}
