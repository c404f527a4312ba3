import { AwsError } from '../aws-error.js';
import type { Call, ServiceDefinition } from '../call.js';
import { text, texts } from '../input.js';
import type { InspectorInventory, MacieInventory } from '../inventory/others.js';
import { withEpochSeconds } from '../moments.js';
import { type PageRules, pageOf } from '../paging.js';

const PAGING = {
  sizeMember: 'maxResults',
  max: 100,
  tokenMember: 'nextToken',
  tokenError: 'ValidationException',
  sizeError: 'ValidationException',
} satisfies PageRules;

function listAnalyzers(call: Call): object {
  const type = text(call.input, 'type');
  const analyzers = (call.regional.accessanalyzer?.analyzers ?? [])
    .filter((analyzer) => type === undefined || analyzer.type === type)
    .map((analyzer) => ({
      arn: `arn:aws:access-analyzer:${call.region}:${call.accountId}:analyzer/${analyzer.name}`,
      // A required member of the answer.
      createdAt: '2025-01-01T00:00:00Z',
      ...analyzer,
    }));
  const { items, nextToken } = pageOf(call, analyzers, { ...PAGING, scope: type ?? '' });
  return { analyzers: items, nextToken };
}

/** IAM Access Analyzer. */
export const accessanalyzer: ServiceDefinition = {
  name: 'accessanalyzer',
  signingName: 'access-analyzer',
  iamPrefix: 'access-analyzer',
  wire: 'rest-json',
  throttling: { code: 'ThrottlingException', status: 429 },
  operations: { ListAnalyzers: { route: 'GET /analyzer', handle: listAnalyzers } },
};

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
  const { items, nextToken } = pageOf(call, jobs, { ...PAGING, max: 200, byDefault: 25 });
  return { items, nextToken };
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
    ListClassificationJobs: { route: 'POST /jobs/list', handle: listClassificationJobs },
  },
};

const INSPECTED = ['ec2', 'ecr', 'lambda', 'lambdaCode', 'codeRepository'] as const;
const NOT_ENABLED: InspectorInventory = { status: 'DISABLED' };

function accountStatus(call: Call): object {
  const inspected = call.regional.inspector ?? NOT_ENABLED;
  const asked = texts(call.input, 'accountIds') ?? [call.accountId];
  const foreign = asked.filter((id) => id !== call.accountId);
  const resourceState = Object.fromEntries(
    INSPECTED.map((type) => [
      type,
      { status: inspected.resources?.[type] ?? 'DISABLED', errorCode: 'NONE', errorMessage: '' },
    ]),
  );
  const state = { status: inspected.status, errorCode: 'NONE', errorMessage: '' };
  return {
    accounts: asked.includes(call.accountId) ? [{ accountId: call.accountId, state, resourceState }] : [],
    failedAccounts: foreign.map((id) => ({
      accountId: id,
      status: 'DISABLED',
      errorCode: 'ACCESS_DENIED',
      errorMessage: 'The account is not a member of this account.',
    })),
  };
}

function listInspectorFilters(call: Call): object {
  const action = text(call.input, 'action');
  const arns = texts(call.input, 'arns');
  const filters = (call.regional.inspector?.filters ?? [])
    .map((filter) => ({
      arn: `arn:aws:inspector2:${call.region}:${call.accountId}:owner/${call.accountId}/filter/${filter.name}`,
      ownerId: call.accountId,
      ...withEpochSeconds(
        { createdAt: '2025-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z', ...filter },
        'createdAt',
        'updatedAt',
      ),
    }))
    .filter((filter) => !arns || arns.includes(filter.arn))
    .filter((filter) => action === undefined || ('action' in filter && filter.action === action));
  const { items, nextToken } = pageOf(call, filters, { ...PAGING, scope: `${action ?? ''} ${arns?.join(',') ?? ''}` });
  return { filters: items, nextToken };
}

/** Amazon Inspector. */
export const inspector: ServiceDefinition = {
  name: 'inspector',
  signingName: 'inspector2',
  iamPrefix: 'inspector2',
  wire: 'rest-json',
  throttling: { code: 'ThrottlingException', status: 429 },
  operations: {
    BatchGetAccountStatus: { route: 'POST /status/batch/get', handle: accountStatus },
    ListFilters: { route: 'POST /filters/list', handle: listInspectorFilters },
  },
};
