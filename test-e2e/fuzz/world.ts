import { randomBytes, randomUUID } from 'node:crypto';
import { call, RefusedError } from '../people/api.js';
import { makePerson, type Person, SecondFactorError } from '../people/person.js';
import { coverageThings } from './coverage-things.js';
import { type Hands, type Makers, NoneThereError, type Round, type WorldOptions } from './hands.js';
import { enrolApp, peopleThings } from './people-things.js';
import { PERSONAS, tenantOf } from './personas.js';
import { rulesThings } from './rules-things.js';

/** The personas who send requests, and their things. Each is made when a request first names it. */
export interface World {
  /** Gives the value of `{{persona.thing}}`. A persona that cannot have the thing gets an id that does not exist. */
  value(persona: string, thing: string): Promise<string>;
  /** Forgets one thing, or the whole persona: the next request that names it gets a new one. */
  retire(persona: string, thing?: string): void;
  /** Forgets all personas: the new ones are new tenants with an unused quota. */
  renew(): void;
  /** A text that only this persona's tenant writes; undefined before the tenant has anything. */
  markerOf(tenant: string): string | undefined;
  /** Every tenant that has a marker. */
  tenants(): readonly string[];
}

type Things = Map<string, Promise<string>>;

/** Things that belong to a scanned account. */
const OF_ACCOUNT: readonly string[] = [
  'account',
  'roleArn',
  'scannedAccount',
  'scan',
  'detection',
  'snapshotBefore',
  'snapshotAfter',
  'organization',
];

/** Creates an empty world over a running stack. */
export function createWorld(options: WorldOptions): World {
  const { addresses, mail } = options;
  let people = new Map<string, Promise<Person>>();
  let things = new Map<string, Things>();
  let markers = new Map<string, string>();

  const rules = (path: string): string => `${addresses.rulesUrl}${path}`;
  const coverage = (path: string): string => `${addresses.coverageUrl}${path}`;
  const marker = (persona: string): string => {
    const tenant = tenantOf(persona);
    const known = markers.get(tenant) ?? `mark${randomBytes(8).toString('hex')}`;
    markers.set(tenant, known);
    return known;
  };
  const as = async <T>(persona: string, operation: string, body?: unknown): Promise<T> => {
    const { jwt } = await person(persona);
    const [method, path = ''] = operation.split(' ', 2);
    const url = path.startsWith('/v1/') ? rules(path) : coverage(path);
    return call<T>(`${method} ${url}`, { token: jwt, ...(body === undefined ? {} : { body }) });
  };

  const person = (name: string): Promise<Person> => {
    const known = people.get(name);
    if (known !== undefined) return known;
    const made = makePersona(name);
    people.set(name, made);
    return made;
  };
  const makePersona = async (name: string): Promise<Person> => {
    const persona = PERSONAS[name];
    if (persona === undefined) throw new Error(`there is no persona ${name}`);
    const made = await makePerson(options, persona.tier, persona.expired && '2020-01-01T00:00:00Z');
    if (persona.app) await addApp(made.jwt);
    if (persona.team) {
      await call(`POST ${rules('/v1/team')}`, { token: made.jwt, body: { name: marker(name) } });
    }
    if (persona.joins !== undefined) {
      const token = await invite(persona.joins.team, made.email, persona.joins.role);
      await call(`POST ${rules('/v1/team/invitations/accept')}`, { token: made.jwt, body: { token } });
    }
    return made;
  };
  const addApp = async (token: string): Promise<void> => {
    const body = { code: await enrolApp(rules, token) };
    await call(`POST ${rules('/v1/me/factors/totp/confirm')}`, { token, body });
  };
  const invite = async (team: string, email: string, role = 'member'): Promise<string> => {
    const seen = (await mail.tokens(email)).length;
    await as(team, 'POST /v1/team/invite', { email, role });
    return mail.nextToken(email, seen);
  };
  /** Makers of things that one round of calls gives together. */
  const ofRound = (parts: readonly string[], round: (name: string) => Promise<void>) =>
    Object.fromEntries(
      parts.map((part) => [
        part,
        async (name: string) => {
          await round(name);
          return (await thingsOf(name).get(part)) ?? '';
        },
      ]),
    );
  /** Keeps what belongs to one ticket, so that a request gets all of it from one round. */
  const keep = (name: string, ticket: string, round: Round): void => {
    for (const [part, known] of Object.entries({ ...round.parts, [ticket]: round.ticket })) {
      thingsOf(name).set(part, Promise.resolve(known));
    }
  };
  /** Ends what waits for a webhook, so that it can be sent again. */
  const failWaiting = async (name: string, webhook: string): Promise<void> => {
    for (const active of [false, true]) await as(name, `PATCH ${webhook}`, { active });
  };
  const thingsOf = (name: string): Things => {
    const known = things.get(name) ?? new Map<string, Promise<string>>();
    things.set(name, known);
    return known;
  };
  const value = (name: string, thing: string): Promise<string> => {
    const known = thingsOf(name);
    const present = known.get(thing);
    if (present !== undefined) return present;
    const make = makers[thing];
    if (make === undefined || PERSONAS[name] === undefined) return Promise.resolve(`{{${name}.${thing}}}`);
    const made = make(name).catch((error: unknown) => {
      // A tier or role that may not have the thing is no trouble.
      const refused = error instanceof RefusedError && [401, 403, 404, 409, 429].includes(error.status);
      if (!refused && !(error instanceof NoneThereError || error instanceof SecondFactorError)) {
        options.report.trouble(`the world could not be made: ${name}.${thing}: ${String(error)}`);
      }
      return randomUUID();
    });
    known.set(thing, made);
    return made;
  };

  const hands: Hands = { options, rules, as, person, marker, value, invite, keep, ofRound, failWaiting };
  const makers: Makers = { ...peopleThings(hands), ...rulesThings(hands), ...coverageThings(hands) };

  return {
    value,
    retire(name, thing) {
      if (thing !== undefined) {
        for (const each of OF_ACCOUNT.includes(thing) ? OF_ACCOUNT : [thing]) thingsOf(name).delete(each);
      } else {
        people.delete(name);
        things.delete(name);
      }
    },
    renew() {
      people = new Map();
      things = new Map();
      markers = new Map();
    },
    markerOf: (tenant) => markers.get(tenant),
    tenants: () => [...markers.keys()],
  };
}
