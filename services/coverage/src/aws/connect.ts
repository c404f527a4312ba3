import { CallFailure, type CallLimit, type Connection } from '../cloud/provider.js';
import { createAwsSession } from './aws-session.js';
import { roleCredentials, type SessionCredentials } from './credentials.js';
import { principalOf } from './policies.js';
import { assumeRole, openToAnyone, type RoleDoor, refusal, refused, takesAnyExternalId } from './role.js';
import type { AwsSession } from './sdk-session.js';
import { callerIdentity, type WorkerEnvironment } from './worker-identity.js';

/** How sessions are opened. */
export interface ConnectOptions {
  readonly environment: WorkerEnvironment;
  readonly callsAtOnce: number;
  /** Bounds the calls with the account's credentials instead of `callsAtOnce`. */
  readonly limit?: CallLimit | undefined;
  readonly callSeconds: number;
  /** Whether a role that accepts any external id is refused, or accepted with a warning. */
  readonly trustCheck: 'enforce' | 'warn';
}

/** An account to which we have access. */
export interface OpenAccount {
  /** Calls with the account's credentials. */
  readonly session: AwsSession;
  /** Permissions that should not exist. */
  readonly warnings: readonly string[];
  /** Requests sent, with those for opening the account. */
  calls(): number;
  close(): void;
}

/**
 * Opens an account: with its role and external id, or with the worker's own credentials.
 * @throws CallFailure when it refuses us, or would accept anyone
 */
export async function openAccount(
  connection: Connection,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<OpenAccount> {
  const { environment, callsAtOnce, callSeconds, limit } = options;
  const worker = createAwsSession({ credentials: environment.credentials, callsAtOnce, callSeconds });
  try {
    const { credentials, warnings } = connection.ownCredentials
      ? await ownCredentials(worker, connection, environment, signal)
      : await throughRole(worker, connection, options, signal);
    const session = createAwsSession({ credentials, callsAtOnce, callSeconds, limit });
    return {
      session,
      warnings,
      calls: () => worker.calls() + session.calls(),
      close() {
        session.close();
        worker.close();
      },
    };
  } catch (error) {
    worker.close();
    throw error;
  }
}

interface Entry {
  readonly credentials: SessionCredentials;
  readonly warnings: readonly string[];
}

async function ownCredentials(
  worker: AwsSession,
  { externalAccountId }: Connection,
  { region, credentials }: WorkerEnvironment,
  signal: AbortSignal,
): Promise<Entry> {
  const { accountId } = await callerIdentity(worker, region, signal);
  if (accountId !== externalAccountId) {
    throw refusal(
      region,
      `The worker's own credentials belong to AWS account ${accountId}, not to ${externalAccountId}: connect this account by a role.`,
    );
  }
  return { credentials, warnings: [] };
}

async function throughRole(
  worker: AwsSession,
  { roleArn, externalId, externalAccountId }: Connection,
  { environment: { region }, trustCheck }: ConnectOptions,
  signal: AbortSignal,
): Promise<Entry> {
  if (roleArn === null) throw refusal(region, 'The account has no role yet: make one and connect it.');
  // arn:PARTITION:iam::ACCOUNT:role/NAME
  if (roleArn.split(':')[4] !== externalAccountId) {
    throw refusal(region, `The role ${roleArn} does not belong to AWS account ${externalAccountId}.`);
  }
  const door: RoleDoor = { worker, region, roleArn, externalId, signal };
  const [right, wrong] = await Promise.allSettled([assumeRole(door), takesAnyExternalId(door)]);
  if (right.status === 'rejected') throw await explained(door, right.reason);
  if (wrong.status === 'rejected') throw wrong.reason;
  const open = wrong.value ? openToAnyone(door) : undefined;
  if (open !== undefined && trustCheck === 'enforce') throw open;
  return {
    credentials: roleCredentials(right.value, () => assumeRole(door)),
    warnings: open === undefined ? [] : [open.message],
  };
}

async function explained(door: RoleDoor, reason: unknown): Promise<unknown> {
  if (!(reason instanceof CallFailure)) return reason;
  // The message names our principal; where that is unknown, it does without.
  const caller = await callerIdentity(door.worker, door.region, door.signal).catch(() => undefined);
  return refused(door, caller && principalOf(caller.arn), reason);
}
