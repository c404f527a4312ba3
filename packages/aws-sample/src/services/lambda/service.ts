import { AwsError } from '../../aws-error.js';
import type { Call, ServiceDefinition } from '../../call.js';
import { text } from '../../input.js';
import { epochSeconds } from '../../moments.js';
import { pageOf } from '../../paging.js';
import type { LambdaFunction } from './inventory.js';

export type * from './inventory.js';

const INVALID = 'InvalidParameterValueException';

function functionArn(call: Call, name: string): string {
  return `arn:aws:lambda:${call.region}:${call.accountId}:function:${name}`;
}

/**
 * A function by name or ARN.
 *
 * @throws AwsError `ResourceNotFoundException`.
 */
function functionNamed(call: Call, asked: string | undefined): LambdaFunction {
  const found = call.regional.lambda?.functions?.find(
    (candidate) =>
      candidate.FunctionName === asked ||
      (candidate.FunctionArn ?? functionArn(call, candidate.FunctionName)) === asked,
  );
  if (found) return found;
  throw new AwsError('ResourceNotFoundException', `Function not found: ${asked}`, 404);
}

function listFunctions(call: Call): object {
  const functions = (call.regional.lambda?.functions ?? []).map(({ policy: _, tags: __, ...shown }) => ({
    FunctionArn: functionArn(call, shown.FunctionName),
    Version: '$LATEST',
    PackageType: 'Zip',
    ...shown,
  }));
  // Callers may ask for 10,000; a page never has more than 50.
  const asked = Number(call.input['MaxItems'] ?? 50);
  if (!Number.isInteger(asked) || asked < 1 || asked > 10_000)
    throw new AwsError(INVALID, `MaxItems must be between 1 and 10000, not ${asked}`);
  const page = pageOf(call, functions, {
    max: Math.min(asked, 50),
    tokenMember: 'Marker',
    tokenError: INVALID,
    sizeError: INVALID,
  });
  return { Functions: page.items, NextMarker: page.nextToken };
}

function getPolicy(call: Call): object {
  const { policy } = functionNamed(call, text(call.input, 'FunctionName'));
  if (policy === undefined)
    throw new AwsError('ResourceNotFoundException', 'The resource you requested does not exist.', 404);
  return {
    Policy: typeof policy === 'string' ? policy : JSON.stringify(policy),
    RevisionId: '11111111-2222-4333-8444-555555555555',
  };
}

function listMappings(call: Call): object {
  const source = text(call.input, 'EventSourceArn');
  const name = text(call.input, 'FunctionName');
  const arn = name === undefined || name.startsWith('arn:') ? name : functionArn(call, name);
  const mappings = (call.regional.lambda?.eventSourceMappings ?? [])
    .filter((mapping) => source === undefined || mapping.EventSourceArn === source)
    .filter((mapping) => arn === undefined || mapping.FunctionArn === arn)
    .map((mapping) => ({ ...mapping, LastModified: epochSeconds(mapping.LastModified) }));
  const page = pageOf(call, mappings, {
    sizeMember: 'MaxItems',
    max: 10_000,
    byDefault: 100,
    tokenMember: 'Marker',
    tokenError: INVALID,
    sizeError: INVALID,
    scope: `${source ?? ''} ${arn ?? ''}`,
  });
  return { EventSourceMappings: page.items, NextMarker: page.nextToken };
}

/** Lambda. */
export const lambda: ServiceDefinition = {
  name: 'lambda',
  signingName: 'lambda',
  iamPrefix: 'lambda',
  wire: 'rest-json',
  throttling: { code: 'TooManyRequestsException', status: 429 },
  operations: {
    ListFunctions: { route: 'GET /2015-03-31/functions', handle: listFunctions },
    GetPolicy: { route: 'GET /2015-03-31/functions/{FunctionName}/policy', handle: getPolicy },
    ListEventSourceMappings: { route: 'GET /2015-03-31/event-source-mappings', handle: listMappings },
    ListTags: {
      route: 'GET /2017-03-31/tags/{Resource+}',
      handle: (call) => ({ Tags: functionNamed(call, text(call.input, 'Resource')).tags ?? {} }),
    },
  },
};
