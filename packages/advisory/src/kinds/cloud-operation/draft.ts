import type { RuleDraft } from '../../draft/rule-draft.js';
import { groupBy } from '../../draft/text.js';
import type { Behaviour, CloudOperation } from '../../model.js';
import { countedOperations } from '../counted-operations.js';
import { reportedClient } from '../indicator/reported-client.js';
import type { Drafting } from '../kind.js';
import { isAbout, planeMentions } from '../planes.js';
import { draftAws } from './draft-aws.js';
import { draftAzure } from './draft-azure.js';
import { draftGcp } from './draft-gcp.js';

/** Rules on the audit logs of AWS, Google Cloud and Azure. */
export function draftCloudOperations({ doc, behaviours, indicators }: Drafting): readonly RuleDraft[] {
  const aboutAws = isAbout('aws', planeMentions(doc.text), doc.text.length);
  return [
    ...draftAws(operationsOf(behaviours, 'aws'), aboutAws ? reportedClient(indicators) : undefined),
    ...draftGcp(operationsOf(behaviours, 'gcp')),
    ...draftAzure(operationsOf(behaviours, 'azure')),
  ];
}

/**
 * The operations of a cloud, each at its surest place and with the parameters of all its places, without those that a correlation rule
 * counts.
 */
function operationsOf(behaviours: readonly Behaviour[], cloud: CloudOperation['cloud']): readonly CloudOperation[] {
  const counted = countedOperations(behaviours);
  const told = behaviours.flatMap((behaviour) =>
    behaviour.kind === 'cloud-operation' && behaviour.cloud === cloud && !counted.has(behaviour.value.toLowerCase())
      ? [behaviour]
      : [],
  );
  const places = groupBy(told, ({ source = '', name }) =>
    `${source}/${name.replace(/\d{8}(?:v\d+)?$/, '')}`.toLowerCase(),
  );
  return [...places.values()].map((same) => {
    const best = same.reduce((one, other) => (other.confidence > one.confidence ? other : one));
    const parameters = new Map(same.flatMap((each) => each.parameters.map((one) => [one.title, one] as const)));
    return { ...best, parameters: [...parameters.values()] };
  });
}
