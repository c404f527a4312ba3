import { randomUUID } from 'node:crypto';
import { type ConnectedAccount, connectAccount, endedScan, startScan } from './accounts.js';
import { newAwsAccount } from './aws.js';
import type { Cleanup } from './cleanup.js';
import { type Credential, call } from './http.js';
import type { Person } from './people.js';
import { type Rule, rulesApi } from './rules.js';
import { stack } from './stack.js';

/** What somebody, or a team, has of the rules service. */
export interface RuleThings {
  readonly ruleKey: string;
  readonly generationId: string;
}

/** What somebody, or a team, has of the coverage service. */
export interface AccountThings {
  readonly accountId: string;
  /** A scan that has ended. */
  readonly scanId: string;
  readonly detectionId: string;
  /** Two snapshots of the account. */
  readonly snapshotIds: readonly [string, string];
}

/** Somebody with the things that their requests name. */
export interface AccessPerson {
  readonly person: Person;
  readonly things: RuleThings & AccountThings;
  /** May make more of the same; nobody may where a subscription has run out. */
  readonly keeper: Credential | undefined;
}

/** A rule of our own, under this title. */
export const sigmaRule = (title = 'Trail Stopped'): string => `title: ${title}
status: experimental
description: Somebody stops a trail.
tags:
    - attack.defense-impairment
logsource:
    product: aws
    service: cloudtrail
detection:
    selection:
        eventName: StopLogging
    condition: selection
level: high
`;

/** A generation of a text that nobody else has, since a rule's key follows from the text. */
export async function makeRuleThings(keeper: Credential): Promise<RuleThings> {
  const text = `In case ${randomUUID()} the intruders ran: aws cloudtrail stop-logging --name audit-trail`;
  const { id, rules } = await rulesApi(keeper).generate({ inputType: 'text', text });
  return { generationId: id, ruleKey: firstOf(rules).key };
}

function firstOf([rule]: readonly Rule[]): Rule {
  if (rule === undefined) throw new Error('the text gave no rule');
  return rule;
}

/** A connected account with one region and nothing in it: read in a moment, unless it is to take its time. */
export function makeIdleAccount(keeper: Credential, cleanup: Cleanup, latencyMs = 0): Promise<ConnectedAccount> {
  return connectAccount(keeper, newAwsAccount({ 'us-east-1': {} }, cleanup), cleanup, { latencyMs });
}

/** Declares that a rule runs in a SIEM. @returns the detection's id */
export async function declareDetection(keeper: Credential, accountId: string, title?: string): Promise<string> {
  const body = { rules: [sigmaRule(title)], siem: 'siem_spl' };
  const url = `${stack.coverageUrl}/accounts/${accountId}/detections`;
  return (await call('POST', url, { as: keeper, body })).json().detections[0].id;
}

export async function makeAccountThings(keeper: Credential, cleanup: Cleanup): Promise<AccountThings> {
  const { id: accountId } = await makeIdleAccount(keeper, cleanup);
  const scanId = await startScan(keeper, accountId);
  await endedScan(keeper, scanId);
  const detectionId = await declareDetection(keeper, accountId);
  const history = await call('GET', `${stack.coverageUrl}/accounts/${accountId}/coverage/history`, { as: keeper });
  const [first, second] = history.json().snapshots as { id: string }[];
  if (first === undefined || second === undefined) throw new Error('the account has no two snapshots');
  return { accountId, scanId, detectionId, snapshotIds: [first.id, second.id] };
}
