import { randomInt } from 'node:crypto';
import { EventBridgeClient, PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import type { AccountInventory } from '@tripline/aws-sample';
import type { Cleanup } from './cleanup.js';
import { call } from './http.js';
import { stack } from './stack.js';

/** An AWS account of the stand-in, used by one test only. */
export interface AwsAccount {
  readonly number: string;
  readonly roleArn: string;
  /** Sets the external id that the role requires, and the latency. */
  serve(options: { readonly externalId: string; readonly latencyMs?: number }): Promise<void>;
  /** Puts EventBridge rules by name into a region with the SDK, each with a target. */
  putEventRules(region: string, patterns: ReadonlyMap<string, string>): Promise<void>;
}

const SAMPLE_NUMBER = '111122223333';
const SAMPLE_OPERATOR = 'AKIASAMPLEOPERATOR00';
const ROLE = 'TriplineScanner';

const at = (number: string): string => `${stack.awsSampleUrl}/sample/accounts/${number}`;
const newNumber = (): string => `7${String(randomInt(10 ** 10, 10 ** 11))}`;

/** Makes an account with the content of the sample account and a new account id. */
export async function copyOfSampleAccount(cleanup: Cleanup): Promise<AwsAccount> {
  const { text } = await call('GET', at(SAMPLE_NUMBER));
  const number = newNumber();
  return awsAccount(number, JSON.parse(text.replaceAll(SAMPLE_NUMBER, number)), cleanup);
}

/** Makes an account with these regions, which manages an organisation that it is alone in. */
export function newAwsAccount(regions: AccountInventory['regions'], cleanup: Cleanup): AwsAccount {
  const number = newNumber();
  const organization = { id: `o-${number}`, root: 'r-abcd', accounts: { [number]: { name: 'alone' } } };
  return awsAccount(number, { roles: [{ name: ROLE, externalId: null }], organization, regions }, cleanup);
}

function awsAccount(number: string, inventory: AccountInventory, cleanup: Cleanup): AwsAccount {
  // Long-lived keys contain the account id of their owner, so each account gets its own operator.
  const operator = SAMPLE_OPERATOR.slice(0, 4) + number.padStart(16, '0');
  let served = false;
  return {
    number,
    roleArn: `arn:aws:iam::${number}:role/${ROLE}`,
    async serve({ externalId, latencyMs = 0 }) {
      // Keeps what the SDK has put there since.
      const now: AccountInventory = served ? (await call('GET', at(number))).json() : inventory;
      const roles = (now.roles ?? []).map((role) => ({ ...role, externalId }));
      await call('PUT', at(number), { body: { ...now, roles, latencyMs, accessKeys: [operator] } });
      if (!served) cleanup.add(() => call('DELETE', at(number)));
      served = true;
    },
    async putEventRules(region, patterns) {
      const credentials = { accessKeyId: operator, secretAccessKey: 'the sample checks no signature' };
      const client = new EventBridgeClient({ endpoint: stack.awsSampleUrl, region, credentials });
      try {
        for (const [name, pattern] of patterns) {
          // EventBridge delivers events of read-only calls only to a rule in this state.
          const State = 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';
          await client.send(new PutRuleCommand({ Name: name, EventPattern: pattern, State }));
          const Targets = [{ Id: 'alerts', Arn: `arn:aws:sns:${region}:${number}:security-alerts` }];
          const { FailedEntryCount } = await client.send(new PutTargetsCommand({ Rule: name, Targets }));
          if (FailedEntryCount !== 0) throw new Error(`${name} got no target in ${region}`);
        }
      } finally {
        client.destroy();
      }
    },
  };
}
