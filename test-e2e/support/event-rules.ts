import { EventBridgeClient, PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';

/** Who may write in the sample account. */
const OPERATOR = { accessKeyId: 'AKIASAMPLEOPERATOR00', secretAccessKey: 'the sample checks no signature' };
const ACCOUNT = '111122223333';

/**
 * Deploys event patterns, by rule name, into one region of the sample account with the SDK, each with somebody who hears of it. Events of calls
 * that only read are asked for too: a rule on such calls would never see one otherwise.
 */
export async function deployEventRules(
  endpoint: string,
  region: string,
  patterns: ReadonlyMap<string, string>,
): Promise<void> {
  const client = new EventBridgeClient({ endpoint, region, credentials: OPERATOR });
  try {
    for (const [name, pattern] of patterns) {
      const State = 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';
      await client.send(new PutRuleCommand({ Name: name, EventPattern: pattern, State }));
      const Targets = [{ Id: 'alerts', Arn: `arn:aws:sns:${region}:${ACCOUNT}:security-alerts` }];
      const { FailedEntryCount } = await client.send(new PutTargetsCommand({ Rule: name, Targets }));
      if (FailedEntryCount !== 0) throw new Error(`${name} got no target in ${region}`);
    }
  } finally {
    client.destroy();
  }
}
