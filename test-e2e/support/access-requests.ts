import { randomUUID } from 'node:crypto';
import type { AccessCaller } from './access-callers.js';
import { RULE } from './belongings.js';

export const PASSWORD = 'correct horse battery';

/** What the parameters of a path stand for, by the path's beginning. */
const PATH_IDS: readonly (readonly [beginning: string, id: (caller: AccessCaller) => string])[] = [
  ['/v1/generations/{id}', ({ things }) => things.generationId],
  ['/v1/rules/{key}', ({ things }) => things.ruleKey],
  ['/v1/team/rules/{ruleKey}', ({ things }) => things.ruleKey],
  ['/v1/api-keys/{prefix}', ({ person }) => person.keyPrefix],
  ['/v1/team/invitations/{id}', ({ invitationId }) => invitationId],
  ['/v1/team/members/{userId}', ({ targetId }) => targetId],
  ['/v1/admin/users/{id}', ({ person }) => person.id],
  ['/accounts/{id}', ({ things }) => things.accountId],
  ['/detections/{id}', ({ things }) => things.detectionId],
  ['/scans/{id}/cancel', ({ things }) => things.pendingScanId],
  ['/scans/{id}', ({ things }) => things.scanId],
  ['/keys/{prefix}', ({ person }) => person.keyPrefix],
];

const QUERIES: Readonly<Record<string, (caller: AccessCaller) => string>> = {
  'GET /v1/rules/{key}/export': () => '?format=sigma',
  'GET /accounts/{id}/coverage/diff': ({ things: { snapshotIds } }) => `?from=${snapshotIds[0]}&to=${snapshotIds[1]}`,
};

const BODIES: Readonly<Record<string, (caller: AccessCaller) => object>> = {
  'POST /v1/generate': () => ({ inputType: 'sigma', yaml: RULE }),
  'POST /v1/convert': () => ({ yaml: RULE }),
  'PATCH /v1/rules/{key}': () => ({ state: 'accepted' }),
  'POST /v1/rules/export': ({ things }) => ({ ruleKeys: [things.ruleKey] }),
  'POST /v1/api-keys': () => ({ name: 'another' }),
  'POST /v1/team': () => ({ name: 'a new team' }),
  'PATCH /v1/team': () => ({ name: 'renamed' }),
  'POST /v1/team/transfer': ({ targetId }) => ({ userId: targetId }),
  'POST /v1/team/invite': () => ({ email: `new-${randomUUID()}@example.test` }),
  'POST /v1/team/invitations/accept': ({ invitationToken }) => ({ token: invitationToken }),
  'POST /v1/team/invitations/decline': ({ invitationToken }) => ({ token: invitationToken }),
  'PATCH /v1/team/members/{userId}': () => ({ role: 'member' }),
  'PATCH /v1/me': () => ({ name: 'A Name' }),
  'POST /v1/auth/register': () => ({ email: `new-${randomUUID()}@example.test`, password: PASSWORD }),
  'POST /v1/auth/login': ({ person }) => ({ email: person.email, password: PASSWORD }),
  'POST /v1/auth/refresh': ({ person }) => ({ refreshToken: person.refreshToken }),
  'POST /v1/auth/logout': ({ person }) => ({ refreshToken: person.refreshToken }),
  'POST /v1/auth/verify-email': ({ verifyToken }) => ({ token: verifyToken }),
  'POST /v1/auth/forgot-password': ({ person }) => ({ email: person.email }),
  'POST /v1/auth/reset-password': ({ resetToken }) => ({ token: resetToken, newPassword: `${PASSWORD} new` }),
  'POST /v1/auth/change-password': () => ({ currentPassword: PASSWORD, newPassword: `${PASSWORD} new` }),
  'PATCH /v1/admin/users/{id}': () => ({ tier: 'pro' }),
  'POST /accounts': () => ({ name: 'another', provider: 'aws', external_account_id: '111122223333' }),
  'PATCH /accounts/{id}': () => ({ name: 'renamed' }),
  'POST /accounts/{id}/detections': () => ({ rules: [RULE], siem: 'siem_spl' }),
  'POST /accounts/{id}/scans': () => ({ regions: null }),
  'POST /keys': () => ({ name: 'another' }),
};

/** Whether an operation reads a body. */
export const takesBody = (operation: string): boolean => operation in BODIES;

/**
 * Sends a caller's request for an operation: naming things that exist, and valid unless it is to have a body that is no JSON.
 * @param base what the paths of the service's document begin with
 * @returns the status
 */
export async function callAs(
  caller: AccessCaller,
  { service, operation }: { readonly service: string; readonly operation: string },
  base: string,
  body: 'valid' | 'broken' = 'valid',
): Promise<number> {
  const [method = '', path = ''] = operation.split(' ');
  const id = PATH_IDS.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`))?.[1];
  const filled = id === undefined ? path : path.replace(/\{\w+\}/, id(caller));
  if (filled.includes('{')) throw new Error(`access-requests.ts does not know what ${path} names`);
  const json = BODIES[operation] === undefined ? undefined : JSON.stringify(BODIES[operation](caller));
  const answer = await fetch(`${base}${filled}${QUERIES[operation]?.(caller) ?? ''}`, {
    method,
    redirect: 'manual',
    headers: {
      ...credentialHeader(caller, service),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: body === 'valid' ? json : '{' }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

function credentialHeader({ credential: { kind, value } }: AccessCaller, service: string): Record<string, string> {
  if (kind === 'none') return {};
  return kind === 'key' && service === 'coverage' ? { 'X-API-Key': value } : { Authorization: `Bearer ${value}` };
}
