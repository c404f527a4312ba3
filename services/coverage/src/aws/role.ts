import { randomUUID } from 'node:crypto';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import type { AwsCredentialIdentity } from '@smithy/types';
import { CallFailure } from '../cloud/provider.js';
import type { AwsSession } from './sdk-session.js';

/** A role, with what assuming it needs. */
export interface RoleDoor {
  /** A session with the worker's own credentials. */
  readonly worker: AwsSession;
  readonly region: string;
  readonly roleArn: string;
  readonly externalId: string;
  readonly signal: AbortSignal;
}

const SESSION_NAME = 'tripline-scan';

/**
 * Assumes the role.
 * @throws CallFailure with AWS's own answer
 */
export async function assumeRole({
  worker,
  region,
  roleArn,
  externalId,
  signal,
}: RoleDoor): Promise<AwsCredentialIdentity> {
  const sts = worker.client(STSClient, region);
  const place = { service: 'sts', region, operation: 'AssumeRole' };
  const { Credentials: given } = await worker.call(place, signal, () =>
    sts.send(new AssumeRoleCommand({ RoleArn: roleArn, ExternalId: externalId, RoleSessionName: SESSION_NAME })),
  );
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = given ?? {};
  if (!AccessKeyId || !SecretAccessKey || !SessionToken) throw refusal(region, 'STS gave no credentials for the role.');
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    ...(Expiration && { expiration: Expiration }),
  };
}

/**
 * Whether the role accepts an external id that is not the account's. Anyone who knows the role's ARN could then have us scan it for them.
 * @throws CallFailure when that could not be found out
 */
export async function takesAnyExternalId(door: RoleDoor): Promise<boolean> {
  try {
    await assumeRole({ ...door, externalId: `tripline-trust-check-${randomUUID()}` });
    return true;
  } catch (error) {
    if (error instanceof CallFailure && error.error.kind === 'access_denied') return false;
    throw error;
  }
}

/** The failure for a role that refused us. */
export function refused(door: RoleDoor, principal: string | undefined, cause: CallFailure): CallFailure {
  const who = principal ?? 'the principal that the worker runs as';
  const detail =
    cause.error.kind === 'access_denied'
      ? `The role ${door.roleArn} could not be assumed. Its trust policy must allow sts:AssumeRole to ${who} under the condition that sts:ExternalId equals "${door.externalId}"; and ${who} must itself be allowed sts:AssumeRole on the role. AWS said: ${cause.message}`
      : `The role ${door.roleArn} could not be assumed: ${cause.error.code}: ${cause.message}`;
  return new CallFailure({ ...cause.error, message: detail }, { cause });
}

/** The failure for a role that anyone could claim. */
export function openToAnyone({ region, roleArn, externalId }: RoleDoor): CallFailure {
  return refusal(
    region,
    `The role ${roleArn} accepts a wrong external id, so anyone could have it scanned: the trust policy lacks the sts:ExternalId condition. Add Condition { "StringEquals": { "sts:ExternalId": "${externalId}" } } to it.`,
  );
}

/** A refusal of our own, in the form of a failed AssumeRole. */
export function refusal(region: string, message: string): CallFailure {
  return new CallFailure({
    service: 'sts',
    region,
    operation: 'AssumeRole',
    code: 'ConnectionRefused',
    kind: 'access_denied',
    message,
    attempts: 1,
    at: new Date().toISOString(),
  });
}
