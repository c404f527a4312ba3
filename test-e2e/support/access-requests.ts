import { randomUUID } from 'node:crypto';
import { createSoftwareAuthenticator } from '@tripline/stack/software-authenticator';
import type { AccessCaller } from './access-cast.js';
import type { AccessRequest, Fresh } from './access-request.js';
import { SERVICE_ACCOUNT_REQUESTS, TEAM_REQUESTS } from './access-team-requests.js';
import {
  COVERAGE_WEBHOOKS,
  declareDetection,
  excludeDetection,
  makeIdleAccount,
  makePipeline,
  makeSiem,
  overrideMapping,
  PIPELINE,
  RULES_WEBHOOKS,
  readOrganization,
  recordProof,
  sigmaRule,
} from './access-things.js';
import { webhookRequests } from './access-webhook-requests.js';
import { startScan } from './accounts.js';
import type { Cleanup } from './cleanup.js';
import { addApp, enrolApp, removeApp } from './factors.js';
import { bearer, type Credential, call, send } from './http.js';
import { makeKey, revokeKey } from './keys.js';
import { tokenMailedTo } from './mail.js';
import { addPasskey, makePasskey, provePasskey, removePasskey } from './passkeys.js';
import { newAddress, PASSWORD, register, sessionOf, signIn, signUp } from './people.js';
import { rulesApi } from './rules.js';
import { stack } from './stack.js';

const accountId = ({ things }: AccessCaller): string => things.accountId;
const scanId = ({ things }: AccessCaller): string => things.scanId;
const detectionId = ({ things }: AccessCaller): string => things.detectionId;
const organizationId = ({ things }: AccessCaller): string => things.organizationId;
const siemId = ({ things }: AccessCaller): string => things.siemId;
const ruleKey = ({ things }: AccessCaller): string => things.ruleKey;
const keyPrefix = ({ keyPrefix: prefix }: AccessCaller): string => prefix;

/** Makes a cloud account for the caller or the team. If nobody may make one, it gives the permanent account, which no scan uses either. */
async function freshAccount({ keeper, things }: AccessCaller, cleanup: Cleanup, latencyMs = 0): Promise<string> {
  return keeper === undefined ? things.accountId : (await makeIdleAccount(keeper, cleanup, latencyMs)).id;
}

/** A rule that the caller, or a key's person, has brought as Sigma, with a rule key of its own; it counts for no day. */
async function broughtRule({ person, shown }: AccessCaller): Promise<{ id: string; ruleKey: string }> {
  // A key may lack the scope to bring a rule.
  const maker = shown.kind === 'key' ? person.session : shown;
  const { id, rules } = await rulesApi(maker).generate({ inputType: 'sigma', yaml: sigmaRule(randomUUID()) });
  return { id, ruleKey: rules[0]?.key ?? '' };
}

/** A job that the caller, or a key's person, has started on the caller's rule. */
async function startedJob({ person, shown, things }: AccessCaller): Promise<string> {
  const body = { action: 'state', state: 'draft', ruleKeys: [things.ruleKey] };
  const started = await send('POST', `${stack.rulesUrl}/v1/rules/bulk`, { as: asBearer(shown), body });
  // A key may lack the scope to start one.
  const answer =
    started.status === 202
      ? started
      : await call('POST', `${stack.rulesUrl}/v1/rules/bulk`, { as: person.session, body });
  return answer.json().data.jobId;
}

const asBearer = (shown: Credential): Credential => (shown.kind === 'key' ? bearer(shown.value) : shown);

/** A rule that the caller has brought and deleted. */
async function ruleInBin(caller: AccessCaller): Promise<string> {
  const { ruleKey: key } = await broughtRule(caller);
  const { person, shown } = caller;
  await call('DELETE', `${stack.rulesUrl}/v1/rules/${key}`, { as: shown.kind === 'key' ? person.session : shown });
  return key;
}

const freshKey =
  (at: 'rules' | 'coverage') =>
  async (caller: AccessCaller, cleanup: Cleanup): Promise<Fresh> => ({
    id: (await makeKey(caller.person, at, cleanup)).prefix,
  });

async function freshSession({ person }: AccessCaller): Promise<Fresh> {
  return { body: { refreshToken: (await signIn(person.email, person.password)).refreshToken } };
}

const coverage: Readonly<Record<string, AccessRequest>> = {
  'GET /accounts': {},
  'POST /accounts': {
    body: () => ({ name: 'another', provider: 'aws', external_account_id: '111122223333' }),
    after: async ({ shown }, answer) => {
      await call('DELETE', `${stack.coverageUrl}/accounts/${answer.json().id}`, { as: shown });
    },
  },
  'POST /accounts/move': { body: ({ things }) => ({ account_ids: [things.accountId] }) },
  'GET /accounts/{id}': { id: accountId },
  'PATCH /accounts/{id}': { id: accountId, body: () => ({ name: 'renamed' }) },
  'DELETE /accounts/{id}': {
    id: accountId,
    fresh: async (caller, cleanup) => ({ id: await freshAccount(caller, cleanup) }),
  },
  'POST /accounts/{id}/verify': { id: accountId },
  'GET /accounts/{id}/coverage': { id: accountId },
  'GET /accounts/{id}/coverage/techniques': { id: accountId },
  'GET /accounts/{id}/coverage/gaps': { id: accountId },
  'GET /accounts/{id}/coverage/matrix': { id: accountId },
  'GET /accounts/{id}/coverage/history': { id: accountId },
  'GET /accounts/{id}/coverage/diff': {
    id: accountId,
    query: ({ things: { snapshotIds } }) => `?from=${snapshotIds[0]}&to=${snapshotIds[1]}`,
  },
  'PUT /accounts/{id}/coverage/gaps/{technique}': {
    id: ({ things }) => [things.accountId, 'T1485'],
    body: () => ({ state: 'in_progress', owner: 'us' }),
  },
  'GET /accounts/{id}/coverage/navigator': { id: accountId },
  'GET /accounts/{id}/coverage/report': { id: accountId },
  'GET /accounts/{id}/coverage/sights': { id: accountId },
  'GET /accounts/{id}/coverage/visibility': { id: accountId },
  'GET /accounts/{id}/coverage/visibility/navigator': { id: accountId },
  'GET /accounts/{id}/coverage/dettect': { id: accountId, query: () => '?file=techniques' },
  'GET /accounts/{id}/detections': { id: accountId },
  'POST /accounts/{id}/detections': { id: accountId, body: () => ({ rules: [sigmaRule()], siem: 'siem_spl' }) },
  'GET /detections/{id}': { id: detectionId },
  'DELETE /detections/{id}': {
    id: detectionId,
    fresh: async ({ keeper, shown, things }) => ({
      id: await declareDetection(keeper ?? shown, things.accountId, `Trail Stopped ${newAddress()}`),
    }),
  },
  'POST /detections/{id}/proof': {
    id: detectionId,
    body: () => ({ kind: 'exercise', reference: 'INC-1', technique_ids: ['T1685.002'] }),
  },
  'GET /detections/{id}/proof': { id: detectionId },
  'GET /accounts/{id}/changes': { id: accountId },
  'GET /accounts/{id}/changes/mail': { id: accountId },
  'PUT /accounts/{id}/changes/mail': { id: accountId, body: () => ({ enabled: false }) },
  'GET /actors': {},
  'GET /accounts/{id}/coverage/actors': { id: accountId },
  'PATCH /detections/{id}': { id: detectionId, body: () => ({ tags: ['pci'] }) },
  'POST /accounts/{id}/exclusions': {
    id: accountId,
    body: () => ({ kind: 'exclusion', technique_id: 'T1485', reason: 'no data', owner: 'us' }),
  },
  'GET /accounts/{id}/exclusions': { id: accountId },
  'DELETE /exclusions/{id}': {
    id: ({ things }) => things.exclusionId,
    fresh: async ({ keeper, shown, things }) => ({ id: await excludeDetection(keeper ?? shown, things.accountId) }),
  },
  'POST /detections/{id}/overrides': {
    id: detectionId,
    body: () => ({ technique_id: 'T1485', covers: true, reason: 'tried' }),
  },
  'GET /accounts/{id}/overrides': { id: accountId },
  'DELETE /overrides/{id}': {
    id: ({ things }) => things.overrideId,
    fresh: async ({ keeper, shown, things }) => ({ id: await overrideMapping(keeper ?? shown, things.accountId) }),
  },
  'DELETE /proof/{id}': {
    id: ({ things }) => things.proofId,
    fresh: async ({ keeper, shown, things }) => ({ id: await recordProof(keeper ?? shown, things.detectionId) }),
  },
  'GET /siems': {},
  'POST /siems': {
    body: () => ({ name: `a SIEM ${randomUUID()}`, kind: 'sigma' }),
    after: async ({ person, shown }, answer) => {
      const as = shown.kind === 'key' ? person.session : shown;
      await send('DELETE', `${stack.coverageUrl}/siems/${answer.json().id}`, { as });
    },
  },
  'GET /siems/{id}': { id: siemId },
  'PATCH /siems/{id}': { id: siemId, body: () => ({ account_ids: [] }) },
  'DELETE /siems/{id}': {
    id: siemId,
    fresh: async ({ keeper, shown }) => ({ id: await makeSiem(keeper ?? shown) }),
  },
  'POST /siems/{id}/import': {
    id: siemId,
    // JSON is YAML, and so this is a rule of Sigma.
    body: () => ({
      title: 'Trail stopped',
      logsource: { product: 'aws', service: 'cloudtrail' },
      detection: { s: { eventName: 'StopLogging' }, condition: 's' },
    }),
  },
  // SIEMs of Sigma are imported by file alone: whoever may connect one is told so.
  'PUT /siems/{id}/connection': { id: siemId, body: () => ({ address: 'https://siem.example.com', token: 'x' }) },
  'DELETE /siems/{id}/connection': { id: siemId },
  'POST /siems/{id}/connection/import': { id: siemId },
  'GET /siems/{id}/rules': { id: siemId },
  'POST /siems/drift': { body: () => ({ rules: [{ sigma: sigmaRule() }] }) },
  'POST /siems/overlap': { body: () => ({ rules: [{ sigma: sigmaRule(), events: [{ eventName: 'StopLogging' }] }] }) },
  'GET /accounts/{id}/scans': { id: accountId },
  'POST /accounts/{id}/scans': {
    id: accountId,
    body: () => ({ regions: null }),
    fresh: async (caller, cleanup) => ({ id: await freshAccount(caller, cleanup) }),
  },
  'GET /scans/{id}': { id: scanId },
  'GET /scans/{id}/cells': { id: scanId },
  'GET /scans/{id}/results': { id: scanId },
  'GET /scans/{id}/events': { id: scanId },
  'POST /scans/{id}/cancel': {
    id: scanId,
    // Slow enough that the scan still runs when it is cancelled.
    fresh: async (caller, cleanup) => ({
      id: await startScan(caller.keeper ?? caller.shown, await freshAccount(caller, cleanup, 3_000)),
    }),
  },
  'POST /accounts/{id}/organization': { id: accountId, body: () => ({}) },
  'GET /organizations': {},
  'GET /organizations/{id}': { id: organizationId },
  'GET /organizations/{id}/role': { id: organizationId },
  'GET /organizations/{id}/coverage': { id: organizationId },
  // One account, whose own scan may be under way: then none is started.
  'POST /organizations/{id}/scans': { id: organizationId },
  'DELETE /organizations/{id}': {
    id: organizationId,
    fresh: async (caller, cleanup) => ({
      id: await readOrganization(caller.keeper ?? caller.shown, await freshAccount(caller, cleanup)),
    }),
  },
  'GET /changes': {},
  ...webhookRequests('/webhooks', COVERAGE_WEBHOOKS, ({ things }) => things.webhookId),
  'GET /keys': {},
  'POST /keys': {
    body: () => ({ name: 'another' }),
    after: ({ person }, answer) => revokeKey(person, answer.json().prefix, 'coverage'),
  },
  'DELETE /keys/{prefix}': { id: keyPrefix, fresh: freshKey('coverage') },
  'POST /keys/{prefix}/rotate': {
    id: keyPrefix,
    body: () => ({}),
    fresh: freshKey('coverage'),
    after: ({ person }, answer) => revokeKey(person, answer.json().prefix, 'coverage'),
  },
};

/** As a browser writes a passkey, with nothing in it. */
const NO_PASSKEY = {
  ...{ id: 'none', rawId: 'none', type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: 'none', attestationObject: 'none' },
};

const accounts: Readonly<Record<string, AccessRequest>> = {
  'GET /v1/me': {},
  'DELETE /v1/me': { body: ({ person }) => ({ password: person.password }), changesCaller: true },
  'GET /v1/me/factors': {},
  'POST /v1/me/factors/totp': {},
  'POST /v1/me/factors/totp/confirm': {
    body: () => ({ code: '000000' }),
    fresh: async ({ person }) => ({ body: { code: await enrolApp(person) }, done: () => removeApp(person) }),
  },
  'DELETE /v1/me/factors/totp': {
    fresh: async ({ person }) => {
      await addApp(person);
      return {};
    },
  },
  'POST /v1/me/factors/passkeys/options': {},
  'POST /v1/me/factors/passkeys': {
    body: () => ({ ticket: 'none', name: 'a passkey', passkey: NO_PASSKEY }),
    fresh: async ({ person }) => ({ body: await makePasskey(person) }),
    after: ({ person }, answer) => removePasskey(person, answer.json().data.passkey.id),
  },
  'DELETE /v1/me/factors/passkeys/{id}': {
    id: () => randomUUID(),
    fresh: async ({ person }) => ({ id: await addPasskey(person) }),
  },
  'POST /v1/me/factors/recovery-codes': {
    fresh: async ({ person }) => {
      await addApp(person);
      return { done: () => removeApp(person) };
    },
  },
  'POST /v1/auth/login/second-factor': {
    body: () => ({ ticket: 'none', code: '000000' }),
    fresh: async (_caller, cleanup) => {
      const person = await signUp('free', cleanup);
      const [recoveryCode] = await addApp(person);
      const { email, password } = person;
      const begun = await call('POST', `${stack.rulesUrl}/v1/auth/login`, { body: { email, password } });
      return { body: { ticket: begun.json().data.secondFactor.ticket, recoveryCode } };
    },
  },
  // Only the operator's command line makes one that is good. Failures are counted of each.
  'POST /v1/auth/login/link': { body: () => ({ token: randomUUID() }), credentialInBody: true },
  'POST /v1/auth/login/passkey/options': {},
  'POST /v1/auth/login/passkey': {
    body: () => ({ ticket: 'none', passkey: NO_PASSKEY }),
    fresh: async (_caller, cleanup) => {
      const authenticator = createSoftwareAuthenticator();
      await addPasskey(await signUp('free', cleanup), authenticator);
      return { body: await provePasskey(authenticator) };
    },
  },
  'GET /v1/me/siems': {},
  'PUT /v1/me/siems': { body: () => ({ siems: [{ id: 'siem_kql', table: 'SecurityEvent' }] }) },
  'GET /v1/me/sessions': {},
  'DELETE /v1/me/sessions': {},
  'DELETE /v1/me/sessions/{id}': {
    id: ({ person }) => person.id,
    fresh: async ({ person }) => ({ id: sessionOf((await signIn(person.email, person.password)).accessToken) }),
  },
  'PATCH /v1/me': { body: () => ({ name: 'A Name' }) },
  'POST /v1/auth/register': { body: () => ({ email: newAddress(), password: PASSWORD }) },
  'POST /v1/auth/login': { body: ({ person }) => ({ email: person.email, password: person.password }) },
  'POST /v1/auth/refresh': { body: ({ refreshToken }) => ({ refreshToken }), fresh: freshSession },
  'POST /v1/auth/logout': { body: ({ refreshToken }) => ({ refreshToken }), fresh: freshSession },
  'POST /v1/auth/verify-email': {
    body: () => ({ token: 'none' }),
    fresh: async (_caller, cleanup) => ({ body: { token: await register(newAddress(), cleanup) } }),
  },
  'POST /v1/auth/forgot-password': { body: ({ person }) => ({ email: person.email }) },
  'POST /v1/auth/reset-password': {
    body: () => ({ token: 'none', newPassword: `${PASSWORD} anew` }),
    fresh: async (_caller, cleanup) => {
      const email = newAddress();
      await register(email, cleanup);
      await call('POST', `${stack.rulesUrl}/v1/auth/forgot-password`, { body: { email } });
      return { body: { token: await tokenMailedTo(email, /password/i), newPassword: `${PASSWORD} anew` } };
    },
  },
  'POST /v1/auth/change-password': {
    body: ({ person }) => ({ currentPassword: person.password, newPassword: `${PASSWORD} changed` }),
    after: async ({ person }) => {
      person.password = `${PASSWORD} changed`;
    },
  },
  'GET /v1/auth/ways': {},
  'GET /v1/auth/oidc/start': {},
  'GET /v1/auth/oidc/callback': {},
  'PATCH /v1/admin/users/{id}': {
    id: ({ person }) => person.id,
    body: () => ({ tier: 'pro' }),
    fresh: async (_caller, cleanup) => ({ id: (await signUp('free', cleanup)).id }),
  },
  'GET /v1/api-keys': {},
  'POST /v1/api-keys': {
    body: () => ({ name: 'another' }),
    after: ({ person }, answer) => revokeKey(person, answer.json().data.prefix),
  },
  'DELETE /v1/api-keys/{prefix}': { id: keyPrefix, fresh: freshKey('rules') },
  'POST /v1/api-keys/{prefix}/rotate': {
    id: keyPrefix,
    body: () => ({}),
    fresh: freshKey('rules'),
    after: ({ person }, answer) => revokeKey(person, answer.json().data.prefix),
  },
  'POST /v1/api-keys/leaked': {},
};

const rules: Readonly<Record<string, AccessRequest>> = {
  'POST /v1/generate': { body: () => ({ inputType: 'sigma', yaml: sigmaRule() }) },
  'GET /v1/generations': {},
  'GET /v1/generations/{id}': { id: ({ things }) => things.generationId },
  'PATCH /v1/generations/{id}': { id: ({ things }) => things.generationId, body: () => ({ title: 'Another title' }) },
  'DELETE /v1/generations/{id}': {
    id: ({ things }) => things.generationId,
    fresh: async (caller) => ({ id: (await broughtRule(caller)).id }),
  },
  'GET /v1/generations/{id}/document': { id: ({ things }) => things.generationId },
  'POST /v1/convert': { body: () => ({ yaml: sigmaRule() }) },
  'GET /v1/rules': {},
  'GET /v1/rules/{key}': { id: ruleKey },
  'PATCH /v1/rules/{key}': { id: ruleKey, body: () => ({ state: 'accepted' }) },
  'GET /v1/rules/{key}/versions/{version}': { id: ruleKey },
  'DELETE /v1/rules/{key}': { id: ruleKey, fresh: async (caller) => ({ id: (await broughtRule(caller)).ruleKey }) },
  'POST /v1/rules/delete': {
    body: ({ things }) => ({ ruleKeys: [things.ruleKey] }),
    fresh: async (caller) => ({ body: { ruleKeys: [(await broughtRule(caller)).ruleKey] } }),
  },
  'POST /v1/rules/bulk': {
    body: ({ things }) => ({ action: 'state', state: 'accepted', ruleKeys: [things.ruleKey] }),
  },
  // A job is there for whoever has started it alone; others name an id of none.
  'GET /v1/rules/bulk/{jobId}': { id: ruleKey, fresh: async (caller) => ({ id: await startedJob(caller) }) },
  'GET /v1/rules/bulk/{jobId}/file': {
    id: ruleKey,
    fresh: async (caller) => ({ id: await startedJob(caller) }),
    // It is no export.
    freshFor: [409],
  },
  'GET /v1/rules/bin': {},
  'POST /v1/rules/bin/restore': {
    body: ({ things }) => ({ ruleKeys: [things.ruleKey] }),
    fresh: async (caller) => ({ body: { ruleKeys: [await ruleInBin(caller)] } }),
  },
  'DELETE /v1/rules/bin': { query: () => '?all=true' },
  'GET /v1/rules/{key}/export': { id: ruleKey, query: () => '?format=sigma' },
  'POST /v1/rules/export': { body: ({ things }) => ({ ruleKeys: [things.ruleKey] }) },
  'POST /v1/rules/export/check': { body: ({ things }) => ({ ruleKeys: [things.ruleKey] }) },
  'GET /v1/pipelines': {},
  'POST /v1/pipelines': {
    body: () => ({ name: 'another', text: PIPELINE }),
    after: async ({ person }, answer) => {
      await call('DELETE', `${stack.rulesUrl}/v1/pipelines/${answer.json().data.id}`, { as: person.session });
    },
  },
  'GET /v1/pipelines/{id}': { id: ({ things }) => things.pipelineId },
  'PUT /v1/pipelines/{id}': {
    id: ({ things }) => things.pipelineId,
    body: () => ({ name: 'replaced', text: PIPELINE }),
  },
  'DELETE /v1/pipelines/{id}': {
    id: ({ things }) => things.pipelineId,
    fresh: async ({ keeper, person }) => ({ id: await makePipeline(keeper ?? person.session) }),
  },
  ...webhookRequests('/v1/webhooks', RULES_WEBHOOKS, ({ things }) => things.rulesWebhookId),
  'GET /v1/backends': {},
  'GET /v1/platforms': {},
};

/** How to request each operation of both services. */
export const ACCESS_REQUESTS: Readonly<Record<string, AccessRequest>> = {
  ...coverage,
  ...accounts,
  ...rules,
  ...TEAM_REQUESTS,
  ...SERVICE_ACCOUNT_REQUESTS,
};
