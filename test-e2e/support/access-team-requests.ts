import { randomUUID } from 'node:crypto';
import type { AccessCaller } from './access-cast.js';
import type { AccessRequest, Fresh } from './access-request.js';
import { eventuallyEverywhere } from './eventually.js';
import { call, send } from './http.js';
import { newAddress, type Person } from './people.js';
import { stack } from './stack.js';
import { endTeam } from './teams.js';

/** Makes an invitation for a caller with a session. A key is refused before the invitation is read. */
async function freshInvitation({ person, shown, teams }: AccessCaller): Promise<Fresh> {
  if (shown.kind !== 'bearer') return {};
  const { token, withdraw } = await teams.elsewhere(person.email);
  return { body: { token }, done: withdraw };
}

/** Waits until every replica knows that a person has a team, or has none. */
function hasTeam({ session }: Person, known: boolean): Promise<void> {
  return eventuallyEverywhere(
    known ? 'a new team' : 'the end of a team',
    async () => (await send('GET', `${stack.rulesUrl}/v1/team`, { as: session })).status === (known ? 200 : 404),
  );
}

const serviceAccountId = async (caller: AccessCaller): Promise<string> => (await caller.teams.serviceAccount()).id;
const serviceAccounts = `${stack.rulesUrl}/v1/team/service-accounts`;

/** How to request what is done with service accounts. */
export const SERVICE_ACCOUNT_REQUESTS: Readonly<Record<string, AccessRequest>> = {
  'GET /v1/team/service-accounts': {},
  'POST /v1/team/service-accounts': {
    body: () => ({ name: `robot-${randomUUID().slice(0, 8)}` }),
    after: async ({ shown }, answer) => {
      await call('DELETE', `${serviceAccounts}/${answer.json().data.id}`, { as: shown });
    },
  },
  'DELETE /v1/team/service-accounts/{id}': {
    id: serviceAccountId,
    fresh: async (caller) => ({ id: await caller.teams.newServiceAccount() }),
  },
  'GET /v1/team/service-accounts/{id}/keys': { id: serviceAccountId },
  'POST /v1/team/service-accounts/{id}/keys': {
    id: serviceAccountId,
    body: () => ({ name: 'another' }),
    after: async (caller, answer) => {
      const keys = `${serviceAccounts}/${await serviceAccountId(caller)}/keys`;
      await call('DELETE', `${keys}/${answer.json().data.prefix}`, { as: caller.shown });
    },
  },
  'DELETE /v1/team/service-accounts/{id}/keys/{prefix}': {
    id: async (caller) => [await serviceAccountId(caller), caller.keyPrefix],
    fresh: async (caller) => {
      const { prefix, serviceAccountId: id } = await caller.teams.newServiceKey();
      return { id: [id, prefix] };
    },
  },
};

/** How to request what is done with a team. */
export const TEAM_REQUESTS: Readonly<Record<string, AccessRequest>> = {
  'POST /v1/team': {
    body: () => ({ name: 'a new team' }),
    after: async ({ person }) => {
      await hasTeam(person, true);
      await endTeam(person);
      await hasTeam(person, false);
    },
  },
  'GET /v1/team': {},
  'GET /v1/team/siems': {},
  'PUT /v1/team/siems': { body: () => ({ siems: [{ id: 'siem_spl', stack: 'cim' }] }) },
  'PATCH /v1/team': { body: () => ({ name: 'renamed' }) },
  'DELETE /v1/team': { changesCaller: true },
  'POST /v1/team/leave': { changesCaller: true },
  'POST /v1/team/transfer': {
    body: async (caller) => ({ userId: (await caller.teams.named()).targetId }),
    changesCaller: true,
  },
  'POST /v1/team/invite': {
    body: () => ({ email: newAddress() }),
    after: async ({ shown }, answer) => {
      await call('DELETE', `${stack.rulesUrl}/v1/team/invitations/${answer.json().data.id}`, { as: shown });
    },
  },
  'DELETE /v1/team/invitations/{id}': {
    id: async (caller) => (await caller.teams.named()).invitationId,
    fresh: async (caller) => ({ id: await caller.teams.newInvitation() }),
  },
  'POST /v1/team/invitations/accept': {
    body: () => ({ token: 'none' }),
    fresh: freshInvitation,
    freshFor: [200, 403, 409],
    changesCaller: true,
  },
  'POST /v1/team/invitations/decline': {
    body: () => ({ token: 'none' }),
    fresh: freshInvitation,
    freshFor: [200, 403],
  },
  'PATCH /v1/team/members/{userId}': {
    id: async (caller) => (await caller.teams.named()).targetId,
    body: () => ({ role: 'member' }),
  },
  'DELETE /v1/team/members/{userId}': {
    id: async (caller) => (await caller.teams.named()).targetId,
    fresh: async (caller) => ({ id: await caller.teams.newMember() }),
  },
  'GET /v1/team/rules': {},
  'POST /v1/team/rules/move': { body: ({ things }) => ({ ruleKeys: [things.ruleKey] }) },
  'GET /v1/team/rules/{ruleKey}': { id: ({ things }) => things.ruleKey },
  'GET /v1/team/analytics': {},
  'GET /v1/team/audit': {},
  'GET /v1/team/audit/verify': {},
};
