import { AwsError } from '../aws-error.js';
import type { Call, ServiceDefinition } from '../call.js';
import { requiredText, text, wholeNumber } from '../input.js';
import { accessDenied } from '../service-errors.js';

const ROLE_ARN = /^arn:aws(?:-cn|-us-gov)?:iam::(\d{12}):role\/([\w+=,.@/-]{1,512})$/;
const SESSION_NAME = /^[\w+=,.@-]{2,64}$/;
const EXTERNAL_ID = /^[\w+=,.@:/-]{2,1224}$/;
const HOUR = 3600;

/** The account and role name in a role's ARN; nothing when it is not one. */
export function parseRoleArn(arn: string): { readonly accountId: string; readonly roleName: string } | undefined {
  const [, accountId, roleName] = ROLE_ARN.exec(arn) ?? [];
  return accountId && roleName ? { accountId, roleName } : undefined;
}

function assumeRole(call: Call): object {
  const roleArn = requiredText(call.input, 'RoleArn', 'ValidationError');
  const sessionName = requiredText(call.input, 'RoleSessionName', 'ValidationError');
  const externalId = text(call.input, 'ExternalId');
  if (!SESSION_NAME.test(sessionName)) throw invalid('roleSessionName', sessionName, '[\\w+=,.@-]{2,64}');
  if (externalId !== undefined && !EXTERNAL_ID.test(externalId))
    throw invalid('externalId', externalId, '[\\w+=,.@:\\/-]{2,1224}');
  const parsed = parseRoleArn(roleArn);
  if (!parsed) throw new AwsError('ValidationError', `${roleArn} is invalid`);
  const seconds = wholeNumber(call.input, 'DurationSeconds', { min: 900, max: 12 * HOUR }, 'ValidationError') ?? HOUR;
  const role = call.inventory.accounts[parsed.accountId]?.roles?.find(
    (candidate) => candidate.name === parsed.roleName,
  );
  // An unknown role and a wrong external id get the same answer.
  if (!role || (role.externalId !== null && role.externalId !== externalId)) {
    throw accessDenied(sts, call.operation, call.identity, roleArn);
  }
  if (seconds > (role.maxSessionSeconds ?? HOUR)) {
    throw new AwsError(
      'ValidationError',
      'The requested DurationSeconds exceeds the MaxSessionDuration set for this role.',
    );
  }
  const session = call.sessions.open(parsed.accountId, role, sessionName, seconds);
  return {
    AssumedRoleUser: { AssumedRoleId: session.identity.userId, Arn: session.identity.arn },
    Credentials: {
      AccessKeyId: session.accessKeyId,
      SecretAccessKey: session.secretAccessKey,
      SessionToken: session.token,
      Expiration: new Date(session.expiresAt).toISOString(),
    },
  };
}

function invalid(member: string, value: string, pattern: string): AwsError {
  return new AwsError(
    'ValidationError',
    `1 validation error detected: Value '${value}' at '${member}' failed to satisfy constraint: Member must satisfy regular expression pattern: ${pattern}`,
  );
}

/** Security Token Service. */
export const sts: ServiceDefinition = {
  name: 'sts',
  signingName: 'sts',
  iamPrefix: 'sts',
  wire: 'query',
  xmlNamespace: 'https://sts.amazonaws.com/doc/2011-06-15/',
  throttling: { code: 'Throttling', status: 400 },
  global: true,
  operations: {
    AssumeRole: { handle: assumeRole },
    GetCallerIdentity: {
      handle: ({ identity }) => ({ UserId: identity.userId, Account: identity.accountId, Arn: identity.arn }),
    },
  },
};
