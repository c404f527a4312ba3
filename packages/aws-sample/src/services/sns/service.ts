import { AwsError } from '../../aws-error.js';
import type { Call, ServiceDefinition } from '../../call.js';
import { requiredText } from '../../input.js';
import { pageOf } from '../../paging.js';
import type { SnsTopic } from './inventory.js';

export type * from './inventory.js';

const ANYBODY: Required<SnsTopic>['subscriptions'] = [{ protocol: 'email', endpoint: 'security@example.com' }];

/** The topic of a call, by its ARN. @throws AwsError `NotFound`, as SNS does for a topic that is not there */
function topicOf(call: Call, arn: string): SnsTopic {
  const [, , , region, account, name = ''] = arn.split(':');
  if (account !== call.accountId) {
    const action = `User: ${call.identity.arn} is not authorized to perform: SNS:${call.operation} on resource: ${arn}`;
    throw new AwsError('AuthorizationError', action, 403);
  }
  const known = region === call.region ? call.regional.sns : { topics: [] };
  if (known === undefined) return { name, subscriptions: ANYBODY };
  const topic = known.topics.find((one) => one.name === name);
  if (topic === undefined) throw new AwsError('NotFound', 'Topic does not exist', 404);
  return topic;
}

function listSubscriptionsByTopic(call: Call): object {
  const arn = requiredText(call.input, 'TopicArn', 'InvalidParameter');
  const { items, nextToken } = pageOf(call, topicOf(call, arn).subscriptions ?? [], {
    max: 100,
    tokenError: 'InvalidParameter',
    sizeError: 'InvalidParameter',
    scope: arn,
  });
  return {
    Subscriptions: items.map(({ endpoint, pending, protocol }, at) => ({
      SubscriptionArn: pending === true ? 'PendingConfirmation' : `${arn}:${at}`,
      Owner: call.accountId,
      Protocol: protocol,
      Endpoint: endpoint,
      TopicArn: arn,
    })),
    NextToken: nextToken,
  };
}

/** SNS. */
export const sns: ServiceDefinition = {
  name: 'sns',
  signingName: 'sns',
  iamPrefix: 'sns',
  wire: 'query',
  xmlNamespace: 'http://sns.amazonaws.com/doc/2010-03-31/',
  throttling: { code: 'Throttling', status: 400 },
  operations: { ListSubscriptionsByTopic: { handle: listSubscriptionsByTopic } },
};
