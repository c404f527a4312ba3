import { randomUUID } from 'node:crypto';
import type { Cleanup } from './cleanup.js';
import { call } from './http.js';
import type { MadeKey } from './keys.js';
import { mailsTo, tokenMailedTo } from './mail.js';
import { newAddress, type Person } from './people.js';
import { stack } from './stack.js';

export type GrantedRole = 'admin' | 'member';

/** An invitation, with the token of its mail. */
export interface Invited {
  readonly id: string;
  readonly token: string;
}

/** Matches the subject of an invitation. */
const INVITED = /invited/i;
const TEAM = `${stack.rulesUrl}/v1/team`;

/** Makes a team. It is deleted after the tests, unless it has been deleted or transferred before. */
export async function makeTeam(owner: Person, name: string, cleanup: Cleanup): Promise<{ readonly id: string }> {
  const team = (await call('POST', TEAM, { as: owner.session, body: { name } })).json().data;
  cleanup.add(() => endTeam(owner));
  return team;
}

/** Deletes a team, if this person still owns it and their subscription is valid. */
export async function endTeam(owner: Person): Promise<void> {
  await call('DELETE', TEAM, { as: owner.session }).catch((fault: Error) => {
    if (!/answered (401|403|404)/.test(fault.message)) throw fault;
  });
}

/** Invites an address without waiting for the mail. @returns the invitation's id */
export async function invite(inviter: Person, email = newAddress(), role: GrantedRole = 'member'): Promise<string> {
  return (await call('POST', `${TEAM}/invite`, { as: inviter.session, body: { email, role } })).json().data.id;
}

/** Invites an address and waits for the mail. */
export async function inviteByMail(inviter: Person, email: string, role: GrantedRole = 'member'): Promise<Invited> {
  const earlier = (await mailsTo(email)).filter(({ subject }) => INVITED.test(subject)).length;
  const id = await invite(inviter, email, role);
  return { id, token: await tokenMailedTo(email, INVITED, earlier) };
}

export async function accept(guest: Person, token: string): Promise<void> {
  await call('POST', `${TEAM}/invitations/accept`, { as: guest.session, body: { token } });
}

export async function leave({ session }: Person): Promise<void> {
  await call('POST', `${TEAM}/leave`, { as: session });
}

/** Makes a service account of somebody's team. @returns its id */
export async function makeServiceAccount(admin: Person): Promise<string> {
  const body = { name: `robot-${randomUUID().slice(0, 8)}` };
  return (await call('POST', `${TEAM}/service-accounts`, { as: admin.session, body })).json().data.id;
}

/** Makes a key of a service account. */
export async function makeServiceKey(admin: Person, id: string): Promise<MadeKey> {
  const url = `${TEAM}/service-accounts/${id}/keys`;
  return (await call('POST', url, { as: admin.session, body: { name: 'e2e' } })).json().data;
}
