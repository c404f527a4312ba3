import { AwsError } from '../../aws-error.js';
import type { Call, ServiceDefinition } from '../../call.js';
import { MAX_RESULTS_PAGING } from '../../max-results-paging.js';
import { pageOf } from '../../paging.js';
import type { MacieInventory } from './inventory.js';

export type * from './inventory.js';

function macieOf(call: Call): MacieInventory {
  const inventory = call.regional.macie;
  if (!inventory) throw new AwsError('AccessDeniedException', 'Macie is not enabled', 403);
  return inventory;
}

function listClassificationJobs(call: Call): object {
  const { jobs = [] } = macieOf(call);
  if (call.input['filterCriteria'] !== undefined) {
    throw new AwsError('ValidationException', 'The AWS sample lists classification jobs without filterCriteria only.');
  }
  const { items, nextToken } = pageOf(call, jobs, { ...MAX_RESULTS_PAGING, max: 200, byDefault: 25 });
  return { items, nextToken };
}

function getAdministrator(call: Call): object {
  const { administrator } = macieOf(call);
  return administrator === undefined ? {} : { administrator: { relationshipStatus: 'Enabled', ...administrator } };
}

/** Macie. */
export const macie: ServiceDefinition = {
  name: 'macie',
  signingName: 'macie2',
  iamPrefix: 'macie2',
  wire: 'rest-json',
  throttling: { code: 'ThrottlingException', status: 429 },
  operations: {
    GetMacieSession: {
      route: 'GET /macie',
      handle: (call) => ({
        findingPublishingFrequency: 'FIFTEEN_MINUTES',
        serviceRole: `arn:aws:iam::${call.accountId}:role/aws-service-role/macie.amazonaws.com/AWSServiceRoleForAmazonMacie`,
        ...macieOf(call).session,
      }),
    },
    GetAdministratorAccount: { route: 'GET /administrator', handle: getAdministrator },
    ListClassificationJobs: { route: 'POST /jobs/list', handle: listClassificationJobs },
  },
};
