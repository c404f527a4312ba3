import { randomUUID } from 'node:crypto';
import { type ConnectedAccount, connectAccount, endedScan, startScan } from './accounts.js';
import { newAwsAccount } from './aws.js';
import type { Cleanup } from './cleanup.js';
import { type Answer, type Credential, call, send } from './http.js';
import type { Person } from './people.js';
import { type Rule, rulesApi } from './rules.js';
import { stack } from './stack.js';

/** What a person or team has in the rules service. */
export interface RuleThings {
  readonly ruleKey: string;
  readonly generationId: string;
  readonly pipelineId: string;
  readonly rulesWebhookId: string;
}

/** What a person or team has in the coverage service. */
export interface AccountThings {
  readonly accountId: string;
  /** A scan that has ended. */
  readonly scanId: string;
  readonly detectionId: string;
  readonly proofId: string;
  readonly exclusionId: string;
  readonly overrideId: string;
  readonly organizationId: string;
  readonly siemId: string;
  readonly webhookId: string;
  /** Two snapshots of the account. */
  readonly snapshotIds: readonly [string, string];
}

/** A person with the things that their requests name. */
export interface AccessPerson {
  readonly person: Person;
  readonly things: RuleThings & AccountThings;
  /** The credential that may make more things; undefined if the subscription has expired. */
  readonly keeper: Credential | undefined;
}

/** A Sigma rule with this title. */
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

/** Generates from a text that nobody else uses, because a rule's key is derived from the text. */
export async function makeRuleThings(keeper: Credential): Promise<RuleThings> {
  const text = `In case ${randomUUID()} the intruders ran: aws cloudtrail stop-logging --name audit-trail`;
  const { id, rules } = await rulesApi(keeper).generate({ inputType: 'text', text });
  const rulesWebhookId = await makeWebhook(keeper, RULES_WEBHOOKS);
  return { generationId: id, ruleKey: firstOf(rules).key, pipelineId: await makePipeline(keeper), rulesWebhookId };
}

/** Where a service's webhooks are, and an event of theirs. */
interface Webhooks {
  readonly url: string;
  readonly event: string;
  /** The id in the answer that made one. */
  idIn(answer: Answer): string;
}
export const RULES_WEBHOOKS: Webhooks = {
  url: `${stack.rulesUrl}/v1/webhooks`,
  event: 'generation.finished',
  idIn: (answer) => answer.json().data.id,
};
export const COVERAGE_WEBHOOKS: Webhooks = {
  url: `${stack.coverageUrl}/webhooks`,
  event: 'scan.finished',
  idIn: (answer) => answer.json().id,
};

/** A webhook that nothing calls: it is of a name that is nobody's. */
export const webhookBody = ({ event }: Webhooks) => ({ url: 'https://hooks.example.com/', events: [event] });

/** Makes a webhook. @returns its id; somebody without a right to one gets an id of none */
export async function makeWebhook(keeper: Credential, webhooks: Webhooks): Promise<string> {
  const answer = await send('POST', webhooks.url, { as: keeper, body: webhookBody(webhooks) });
  return answer.status < 300 ? webhooks.idIn(answer) : randomUUID();
}

/** A processing pipeline that names one field. */
export const PIPELINE = `transformations:
  - type: field_name_mapping
    mapping:
      eventName: action
`;

/** Saves a pipeline. @returns its id */
export async function makePipeline(keeper: Credential): Promise<string> {
  const body = { name: 'a pipeline', text: PIPELINE };
  return (await call('POST', `${stack.rulesUrl}/v1/pipelines`, { as: keeper, body })).json().data.id;
}

function firstOf([rule]: readonly Rule[]): Rule {
  if (rule === undefined) throw new Error('the text gave no rule');
  return rule;
}

/** Makes a connected account with one empty region, whose scan takes a moment, or longer with `latencyMs`. */
export function makeIdleAccount(keeper: Credential, cleanup: Cleanup, latencyMs = 0): Promise<ConnectedAccount> {
  return connectAccount(keeper, newAwsAccount({ 'us-east-1': {} }, cleanup), cleanup, { latencyMs });
}

/** Declares that a rule runs in a SIEM. @returns the detection's id */
export async function declareDetection(keeper: Credential, accountId: string, title?: string): Promise<string> {
  const body = { rules: [sigmaRule(title)], siem: 'siem_spl' };
  const url = `${stack.coverageUrl}/accounts/${accountId}/detections`;
  return (await call('POST', url, { as: keeper, body })).json().detections[0].id;
}

/** Records a firing of a detection. @returns the proof's id */
export async function recordProof(keeper: Credential, detectionId: string): Promise<string> {
  const body = { kind: 'exercise', reference: randomUUID(), technique_ids: ['T1685.002'] };
  return (await call('POST', `${stack.coverageUrl}/detections/${detectionId}/proof`, { as: keeper, body })).json().id;
}

/** Excludes a detection that it declares for this. @returns the exclusion's id */
export async function excludeDetection(keeper: Credential, accountId: string): Promise<string> {
  const detection_id = await declareDetection(keeper, accountId, `Excluded ${randomUUID()}`);
  const body = { kind: 'exclusion', detection_id, reason: 'a rule of a test', owner: 'us' };
  return (await call('POST', `${stack.coverageUrl}/accounts/${accountId}/exclusions`, { as: keeper, body })).json().id;
}

/** Overrides a mapping of a detection that it declares for this. @returns the override's id */
export async function overrideMapping(keeper: Credential, accountId: string): Promise<string> {
  const detection = await declareDetection(keeper, accountId, `Overridden ${randomUUID()}`);
  const body = { technique_id: 'T1485', covers: true, reason: 'tried' };
  return (await call('POST', `${stack.coverageUrl}/detections/${detection}/overrides`, { as: keeper, body })).json().id;
}

/** Reads the organisation that an account manages; gives its id. */
export async function readOrganization(keeper: Credential, accountId: string): Promise<string> {
  const path = `${stack.coverageUrl}/accounts/${accountId}/organization`;
  return (await call('POST', path, { as: keeper, body: {} })).json().organization.id;
}

/** Adds a SIEM of Sigma rules. @returns its id */
export async function makeSiem(keeper: Credential): Promise<string> {
  const body = { name: `a SIEM ${randomUUID()}`, kind: 'sigma' };
  return (await call('POST', `${stack.coverageUrl}/siems`, { as: keeper, body })).json().id;
}

export async function makeAccountThings(keeper: Credential, cleanup: Cleanup): Promise<AccountThings> {
  const { id: accountId } = await makeIdleAccount(keeper, cleanup);
  const scanId = await startScan(keeper, accountId);
  await endedScan(keeper, scanId);
  const detectionId = await declareDetection(keeper, accountId);
  const history = await call('GET', `${stack.coverageUrl}/accounts/${accountId}/coverage/history`, { as: keeper });
  const [first, second] = history.json().snapshots as { id: string }[];
  if (first === undefined || second === undefined) throw new Error('the account has no two snapshots');
  const proofId = await recordProof(keeper, detectionId);
  const exclusionId = await excludeDetection(keeper, accountId);
  const overrideId = await overrideMapping(keeper, accountId);
  const siemId = await makeSiem(keeper);
  const webhookId = await makeWebhook(keeper, COVERAGE_WEBHOOKS);
  const organizationId = await readOrganization(keeper, accountId);
  const things = {
    accountId,
    scanId,
    detectionId,
    proofId,
    exclusionId,
    overrideId,
    organizationId,
    siemId,
    webhookId,
  };
  return { ...things, snapshotIds: [first.id, second.id] };
}
