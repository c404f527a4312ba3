import { CALLER_KINDS, type Kind, OUTSIDER } from './access-kinds.js';
import { type AccessTeams, createAccessTeams } from './access-teams.js';
import { type AccessPerson, makeAccountThings, makeRuleThings } from './access-things.js';
import type { Cleanup } from './cleanup.js';
import { eventuallyEverywhere } from './eventually.js';
import { apiKey, bearer, type Credential, call, send } from './http.js';
import { makeKey, revokeKey } from './keys.js';
import { letLapse, signIn, signUp } from './people.js';
import { stack } from './stack.js';
import { unknownKey } from './unknown-key.js';

/** A caller: a person with a credential. */
export interface AccessCaller extends AccessPerson {
  readonly shown: Credential;
  /** The value for a token in a body: the token of the session used, or of any other session of theirs. */
  readonly refreshToken: string;
  /** The prefix of a key of theirs. */
  readonly keyPrefix: string;
  readonly teams: AccessTeams;
}

/** One caller of each kind, made when it is first used. */
export interface Cast {
  caller(kind: string): Promise<AccessCaller>;
}

export function createCast(cleanup: Cleanup): Cast {
  const people = new Map<string, Promise<AccessPerson>>();
  const callers = new Map<string, Promise<AccessCaller>>();
  const teams = createAccessTeams(cleanup);

  const alone = async ({ lapsed, tier, unverified }: Kind): Promise<AccessPerson> => {
    const person = await signUp(tier, cleanup, unverified === undefined ? {} : { verify: false });
    const rule = await makeRuleThings(person.session);
    // A caller without coverage has no account, and names another caller's.
    const account =
      tier === 'free' ? (await personOf(OUTSIDER)).things : await makeAccountThings(person.session, cleanup);
    return { person, things: { ...account, ...rule }, keeper: lapsed ? undefined : person.session };
  };
  const personOf = (name: string): Promise<AccessPerson> =>
    once(people, name, () => {
      const kind: Kind = CALLER_KINDS[name] ?? { tier: 'enterprise' };
      const { place = 'alone' } = kind;
      return place === 'alone' ? alone(kind) : teams.person(place);
    });
  const make = async (name: string): Promise<AccessCaller> => {
    const kind = CALLER_KINDS[name];
    if (kind === undefined) throw new Error(`there is no kind of caller "${name}"`);
    const somebody = await personOf(kind.personOf ?? name);
    const { person } = somebody;
    const holder = kind.shown === 'key' ? person : (await personOf(OUTSIDER)).person;
    const { key, prefix } = await makeKey(holder, 'coverage', cleanup, kind.scopes);
    const caller = { ...somebody, teams, keyPrefix: prefix, refreshToken: person.refreshToken };
    switch (kind.shown ?? 'session') {
      case 'nothing':
        return { ...caller, shown: { kind: 'none' } };
      case 'session':
        return { ...caller, shown: person.session };
      case 'key':
        return { ...caller, shown: apiKey(key) };
      case 'key of a service account':
        return { ...caller, shown: apiKey((await teams.newServiceKey()).key) };
      case 'admin token':
        return { ...caller, shown: bearer(stack.adminToken) };
      case 'unknown key':
        return { ...caller, shown: apiKey(unknownKey(key)) };
      case 'revoked key':
        await revokeKey(person, prefix, 'coverage');
        return { ...caller, shown: apiKey(key) };
      case 'forged token': {
        const [head = '', claims = ''] = person.session.kind === 'none' ? [] : person.session.value.split('.');
        const signature = Buffer.from('thirty-two bytes of somebody else').toString('base64url');
        return { ...caller, shown: bearer(`${head}.${claims}.${signature}`) };
      }
      case 'token of an ended session': {
        const { accessToken, refreshToken } = await signIn(person.email);
        await call('POST', `${stack.rulesUrl}/v1/auth/logout`, { body: { refreshToken } });
        return { ...caller, refreshToken, shown: bearer(accessToken) };
      }
    }
  };
  const lapse = async (name: string, caller: AccessCaller): Promise<AccessCaller> => {
    const kind = CALLER_KINDS[name];
    if (!kind?.lapsed) return caller;
    await letLapse(caller.person, kind.tier);
    await eventuallyEverywhere(
      'a lapsed subscription',
      async () => (await send('GET', `${stack.coverageUrl}/accounts`, { as: caller.shown })).status === 403,
    );
    return { ...caller, keeper: undefined };
  };
  return { caller: (name) => once(callers, name, async () => lapse(name, await make(name))) };
}

function once<T>(known: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const made = known.get(name) ?? make();
  known.set(name, made);
  return made;
}
