import type { Place } from './access-kinds.js';
import {
  type AccessPerson,
  type AccountThings,
  makeAccountThings,
  makeRuleThings,
  type RuleThings,
} from './access-things.js';
import type { Cleanup } from './cleanup.js';
import { eventuallyEverywhere } from './eventually.js';
import { send } from './http.js';
import type { MadeKey } from './keys.js';
import { letLapse, type Person, signUp, type Tier } from './people.js';
import { stack } from './stack.js';
import {
  accept,
  type GrantedRole,
  invite,
  inviteByMail,
  leave,
  makeServiceAccount,
  makeServiceKey,
  makeTeam,
} from './teams.js';

/** The teams of a cast, each made when it is first needed. */
export interface AccessTeams {
  person(place: Exclude<Place, 'alone'>): Promise<AccessPerson>;
  /** The ids in team paths: a member and an open invitation of the team that has the things. */
  named(): Promise<{ readonly targetId: string; readonly invitationId: string }>;
  /** Adds a new member to the team. @returns their id */
  newMember(): Promise<string>;
  newInvitation(): Promise<string>;
  /** The lasting service account of the team that has the things. */
  serviceAccount(): Promise<{ readonly id: string }>;
  /** Another of that team. @returns its id */
  newServiceAccount(): Promise<string>;
  /** A key of the lasting one. */
  newServiceKey(): Promise<ServiceKey>;
  /** Invites an address to another team; `withdraw` revokes the invitation if it is still open. */
  elsewhere(email: string): Promise<{ readonly token: string; withdraw(): Promise<void> }>;
}

type Things = RuleThings & AccountThings;

/** A key of a service account. */
interface ServiceKey extends MadeKey {
  readonly serviceAccountId: string;
}

interface Team {
  readonly owner: Person;
  readonly things: Things;
}

export function createAccessTeams(cleanup: Cleanup): AccessTeams {
  const known = new Map<string, Promise<unknown>>();
  const once = <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const made = known.get(name) ?? make();
    known.set(name, made);
    return made as Promise<T>;
  };
  const thingsOf = async (maker: Person): Promise<Things> => ({
    ...(await makeRuleThings(maker.session)),
    ...(await makeAccountThings(maker.session, cleanup)),
  });
  const join = async (owner: Person, tier: Tier, role: GrantedRole): Promise<Person> => {
    const guest = await signUp(tier, cleanup);
    await accept(guest, (await inviteByMail(owner, guest.email, role)).token);
    return guest;
  };
  const newTeam = async (): Promise<Team> => {
    const owner = await signUp('team', cleanup);
    await makeTeam(owner, 'a team', cleanup);
    return { owner, things: await thingsOf(owner) };
  };
  const team = () => once('team', newTeam);
  const host = () =>
    once('host', async () => {
      const owner = await signUp('enterprise', cleanup);
      await makeTeam(owner, 'a team elsewhere', cleanup);
      return owner;
    });
  const inTeam = async (role: GrantedRole, tier: Tier): Promise<AccessPerson> => {
    const { owner, things } = await team();
    return { person: await join(owner, tier, role), things, keeper: owner.session };
  };
  const exMember = async (): Promise<AccessPerson> => {
    const { owner } = await team();
    const person = await join(owner, 'team', 'admin');
    // Things that a person makes in a team stay with the team when the person leaves.
    const things = await thingsOf(person);
    await leave(person);
    await eventuallyEverywhere('that somebody has left', async () => {
      const [theirs, account] = await Promise.all([
        send('GET', `${stack.rulesUrl}/v1/team`, { as: person.session }),
        send('GET', `${stack.coverageUrl}/accounts/${things.accountId}`, { as: person.session }),
      ]);
      return theirs.status === 404 && account.status === 404;
    });
    return { person, things, keeper: undefined };
  };
  /** Makes a team with a member, whose owner's subscription has expired. */
  const lapsed = () =>
    once('lapsed', async () => {
      const { owner, things } = await newTeam();
      const member = await join(owner, 'pro', 'member');
      await letLapse(owner, 'team');
      await eventuallyEverywhere('a lapsed subscription', async () => {
        const asked = [send('GET', `${stack.rulesUrl}/v1/team`, { as: member.session })];
        asked.push(send('GET', `${stack.coverageUrl}/accounts`, { as: owner.session }));
        return (await Promise.all(asked)).every(({ status }) => status === 403);
      });
      return { owner, member, things };
    });
  const PEOPLE: Readonly<Record<Exclude<Place, 'alone'>, () => Promise<AccessPerson>>> = {
    owner: async () => {
      const { owner, things } = await team();
      return { person: owner, things, keeper: owner.session };
    },
    admin: () => inTeam('admin', 'free'),
    member: () => inTeam('member', 'free'),
    'ex-member': exMember,
    stranger: async () => {
      const person = await signUp('team', cleanup);
      await makeTeam(person, "a stranger's team", cleanup);
      return { person, things: (await team()).things, keeper: undefined };
    },
    'lapsed-owner': async () => {
      const { owner, things } = await lapsed();
      return { person: owner, things, keeper: undefined };
    },
    'lapsed-member': async () => {
      const { member, things } = await lapsed();
      return { person: member, things, keeper: undefined };
    },
  };
  const newInvitation = async (): Promise<string> => invite((await team()).owner);
  const newServiceAccount = async (): Promise<string> => makeServiceAccount((await team()).owner);
  const serviceAccount = () => once('service account', async () => ({ id: await newServiceAccount() }));
  return {
    serviceAccount,
    newServiceAccount,
    async newServiceKey() {
      const { id } = await serviceAccount();
      return { serviceAccountId: id, ...(await makeServiceKey((await team()).owner, id)) };
    },
    person: (place) => PEOPLE[place](),
    named: () =>
      once('named', async () => ({
        // The new owner of a team needs a subscription that includes teams.
        targetId: (await join((await team()).owner, 'team', 'member')).id,
        invitationId: await newInvitation(),
      })),
    newMember: async () => (await join((await team()).owner, 'free', 'member')).id,
    newInvitation,
    async elsewhere(email) {
      const owner = await host();
      const { id, token } = await inviteByMail(owner, email);
      return {
        token,
        async withdraw() {
          await send('DELETE', `${stack.rulesUrl}/v1/team/invitations/${id}`, { as: owner.session });
        },
      };
    },
  };
}
