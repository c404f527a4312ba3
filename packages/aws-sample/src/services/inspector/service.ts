import { AwsError } from '../../aws-error.js';
import type { Call, ServiceDefinition } from '../../call.js';
import { text, texts } from '../../input.js';
import { MAX_RESULTS_PAGING } from '../../max-results-paging.js';
import { withEpochSeconds } from '../../moments.js';
import { pageOf } from '../../paging.js';
import type { InspectorInventory } from './inventory.js';

export type * from './inventory.js';

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
  const { items, nextToken } = pageOf(call, filters, {
    ...MAX_RESULTS_PAGING,
    scope: `${action ?? ''} ${arns?.join(',') ?? ''}`,
  });
  return { filters: items, nextToken };
}

function delegatedAdministrator({ regional }: Call): object {
  const administrator = regional.inspector?.administrator;
  if (administrator === undefined) {
    throw new AwsError('ResourceNotFoundException', 'There is no delegated administrator for this account.', 404);
  }
  return { delegatedAdmin: { relationshipStatus: 'ENABLED', ...administrator } };
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
    GetDelegatedAdminAccount: { route: 'POST /delegatedadminaccounts/get', handle: delegatedAdministrator },
    ListFilters: { route: 'POST /filters/list', handle: listInspectorFilters },
  },
};
