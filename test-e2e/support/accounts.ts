import type { AccountAnswer, ScanAnswer } from '@tripline/client';
import type { AwsAccount } from './aws.js';
import type { Cleanup } from './cleanup.js';
import { eventually } from './eventually.js';
import { type Credential, call } from './http.js';
import { stack } from './stack.js';

/** A cloud account that a subscriber has connected. */
export interface ConnectedAccount {
  readonly id: string;
  readonly name: string;
}

const { coverageUrl } = stack;

/** Adds an AWS account as a cloud account and connects it, as a customer does. It is removed after the tests. */
export async function connectAccount(
  as: Credential,
  aws: AwsAccount,
  cleanup: Cleanup,
  { latencyMs = 0 }: { readonly latencyMs?: number } = {},
): Promise<ConnectedAccount> {
  const name = `e2e ${aws.number}`;
  const body = { name, provider: 'aws', external_account_id: aws.number };
  const added: AccountAnswer = (await call('POST', `${coverageUrl}/accounts`, { as, body })).json();
  cleanup.add(() => removeAccount(as, added.id));
  await aws.serve({ externalId: added.connection.external_id });
  const role = { as, body: { role_arn: aws.roleArn } };
  const connected: AccountAnswer = (await call('PATCH', `${coverageUrl}/accounts/${added.id}`, role)).json();
  if (connected.status !== 'connected') throw new Error(`the account ${aws.number} is ${connected.status}`);
  if (latencyMs > 0) await aws.serve({ externalId: added.connection.external_id, latencyMs });
  return { id: added.id, name };
}

/** Removes a cloud account. An account that is gone or not accessible is ignored. */
async function removeAccount(as: Credential, id: string): Promise<void> {
  await call('DELETE', `${coverageUrl}/accounts/${id}`, { as }).catch((fault: Error) => {
    if (!/answered (401|403|404)/.test(fault.message)) throw fault;
  });
}

export async function startScan(as: Credential, accountId: string): Promise<string> {
  return (await call('POST', `${coverageUrl}/accounts/${accountId}/scans`, { as, body: { regions: null } })).json().id;
}

export async function scanOf(as: Credential, scanId: string): Promise<ScanAnswer> {
  return (await call('GET', `${coverageUrl}/scans/${scanId}`, { as })).json();
}

/** Waits until a scan has ended, in any final status. */
export async function endedScan(as: Credential, scanId: string, withinMs = 120_000): Promise<ScanAnswer> {
  return eventually(
    `the end of scan ${scanId}`,
    async () => {
      const scan = await scanOf(as, scanId);
      return scan.status === 'pending' || scan.status === 'running' ? undefined : scan;
    },
    withinMs,
  );
}
