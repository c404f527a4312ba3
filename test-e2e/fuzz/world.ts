import { randomBytes, randomUUID } from 'node:crypto';
import type { AwsSample } from '@tripline/aws-sample';
import { createSoftwareAuthenticator, eventually } from '@tripline/stack';
import { call, RefusedError } from '../people/api.js';
import { codeOf } from '../people/authenticator-app.js';
import {
  makePerson,
  type Person,
  register,
  SecondFactorError,
  type SignUp,
  sessionOf,
  signIn,
} from '../people/person.js';
import { addPasskey, makePasskey, PASSKEY_PARTS, PROOF_PARTS, provePasskey } from './passkeys.js';
import { PERSONAS, tenantOf } from './personas.js';
import { ADVISORY, PIPELINE, ruleNamed, WEBHOOK_URL } from './samples.js';

/** What the world needs. */
export interface WorldOptions extends SignUp {
  /** The AWS stand-in. Each of its accounts serves one cloud account. */
  readonly aws: AwsSample;
  /** Ids of the stand-in's accounts. */
  readonly awsAccounts: readonly string[];
  /** The address of a Splunk. */
  readonly siemUrl: string;
  /** Has the operator make a link that signs somebody in. */
  readonly signInLink: (email: string) => Promise<string>;
  /** Reports what could not be made although no service refused it. */
  readonly report: { trouble(sentence: string): void };
}

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
interface Data<T> {
  readonly data: T;
}
interface Detection {
  readonly mapped_techniques: readonly {
    readonly technique_id: string;
    readonly category: string;
    readonly override: { readonly covers: boolean } | null;
  }[];
}
interface Account {
  readonly id: string;
  readonly connection: { readonly external_id: string };
}

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
const SCAN_END_MS = 30_000;

/** Creates an empty world over a running stack. */
export function createWorld(options: WorldOptions): World {
  const { addresses, aws, awsAccounts, mail, siemUrl } = options;
  let people = new Map<string, Promise<Person>>();
  let things = new Map<string, Things>();
  let markers = new Map<string, string>();
  let accountsGiven = 0;
  const roleOf = new Map<string, string>();

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
  const enrolApp = async (token: string): Promise<string> => {
    const enrolled = await call<Data<{ secret: string }>>(`POST ${rules('/v1/me/factors/totp')}`, { token });
    return codeOf(enrolled.data.secret);
  };
  const addApp = async (token: string): Promise<void> => {
    const body = { code: await enrolApp(token) };
    await call(`POST ${rules('/v1/me/factors/totp/confirm')}`, { token, body });
  };
  const invite = async (team: string, email: string, role = 'member'): Promise<string> => {
    const seen = (await mail.tokens(email)).length;
    await as(team, 'POST /v1/team/invite', { email, role });
    return mail.nextToken(email, seen);
  };
  /** Makes a person who has joined the persona's team. */
  const newMember = async (name: string, tier = 'free'): Promise<string> => {
    const joiner = await makePerson(options, tier);
    const token = await invite(name, joiner.email);
    await call(`POST ${rules('/v1/team/invitations/accept')}`, { token: joiner.jwt, body: { token } });
    return joiner.id;
  };

  const newAccount = async (name: string): Promise<string> => {
    const number = awsAccounts[accountsGiven % awsAccounts.length] ?? '';
    accountsGiven += 1;
    const roleArn = `arn:aws:iam::${number}:role/TriplineScanner`;
    const account = await as<Account>(name, 'POST /accounts', {
      name: `${marker(name)} ${randomUUID()}`,
      provider: 'aws',
      external_account_id: number,
      role_arn: roleArn,
      regions: ['us-east-1'],
    });
    const inAws = aws.account(number);
    for (const role of inAws.roles ?? []) role.externalId = account.connection.external_id;
    inAws.organization ??= { id: `o-${number}`, root: 'r-abcd', accounts: { [number]: { name: 'alone' } } };
    roleOf.set(account.id, roleArn);
    return account.id;
  };
  const endedScan = async (name: string): Promise<string> => {
    const account = await value(name, 'account');
    const { id } = await as<{ id: string }>(name, `POST /accounts/${account}/scans`, {});
    const deadline = Date.now() + SCAN_END_MS;
    for (;;) {
      const { status } = await as<{ status: string }>(name, `GET /scans/${id}`);
      if (!['pending', 'running'].includes(status)) return id;
      if (Date.now() > deadline) throw new Error(`scan ${id} is ${status} after ${SCAN_END_MS / 1000} s`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const declared = async (name: string): Promise<string> => {
    const account = await value(name, 'account');
    await as(name, `POST /accounts/${account}/detections`, {
      rules: [ruleNamed(`${marker(name)} ${randomUUID()}`)],
      siem: 'siem_spl',
    });
    const found = await as<{ items?: { id: string }[]; detections?: { id: string }[] }>(
      name,
      `GET /accounts/${account}/detections?detection_type=siem_rule`,
    );
    return idOf((found.items ?? found.detections)?.[0]);
  };
  const snapshot = async (name: string, at: 0 | 1): Promise<string> => {
    const account = await value(name, 'account');
    await value(name, 'scan');
    await value(name, 'declared');
    const history = await as<{ id: string }[] | { snapshots?: { id: string }[]; items?: { id: string }[] }>(
      name,
      `GET /accounts/${account}/coverage/history`,
    );
    const list = Array.isArray(history) ? history : (history.snapshots ?? history.items ?? []);
    return idOf(list[at] ?? list[0]);
  };
  const generate = async (name: string): Promise<{ id: string; rules: { key: string }[] }> => {
    const body = { inputType: 'text', text: `${ADVISORY}\n${marker(name)}`, title: marker(name) };
    return (await as<Data<{ id: string; rules: { key: string }[] }>>(name, 'POST /v1/generate', body)).data;
  };
  const newRule = async (name: string, more = ''): Promise<string> => {
    const yaml = ruleNamed(`${marker(name)}${more}`);
    const body = { inputType: 'sigma', yaml };
    return (await as<Data<{ rules: { key: string }[] }>>(name, 'POST /v1/generate', body)).data.rules[0]?.key ?? '';
  };
  const newJob = async (name: string, action: 'state' | 'export' | 'delete'): Promise<string> => {
    const rule = action === 'delete' ? newRule(name, ` ${randomUUID()}`) : value(name, 'rule');
    const body = { action, ruleKeys: [await rule], ...(action === 'state' ? { state: 'draft' } : {}) };
    return (await as<Data<{ jobId: string }>>(name, 'POST /v1/rules/bulk', body)).data.jobId;
  };
  /** A job that has been done. */
  const doneJob = async (name: string, action: 'export' | 'delete'): Promise<string> => {
    const id = await newJob(name, action);
    await eventually(
      async () => (await as<Data<{ state: string }>>(name, `GET /v1/rules/bulk/${id}`)).data.state === 'done',
    );
    return id;
  };
  const newPipeline = async (name: string): Promise<string> => {
    const body = { name: marker(name), text: PIPELINE };
    return (await as<Data<{ id: string }>>(name, 'POST /v1/pipelines', body)).data.id;
  };
  const newKey = async (name: string): Promise<{ key: string; prefix: string }> =>
    (await as<Data<{ key: string; prefix: string }>>(name, 'POST /v1/api-keys', { name: marker(name) })).data;
  const newSession = async (name: string) => signIn(addresses, (await person(name)).email);
  /** Gets a code of the identity provider, with the values that belong to it. */
  const signInRound = async (name: string): Promise<void> => {
    const start = await fetch(rules('/v1/auth/oidc/start'), { redirect: 'manual' });
    const cookie = (start.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    const there = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' });
    const back = new URL(there.headers.get('location') ?? '');
    const known = thingsOf(name);
    known.set('cookie', Promise.resolve(cookie));
    for (const part of ['code', 'state']) known.set(part, Promise.resolve(back.searchParams.get(part) ?? ''));
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
  const keep = (
    name: string,
    ticket: string,
    round: { ticket: string; parts: Readonly<Record<string, string>> },
  ): void => {
    for (const [part, known] of Object.entries({ ...round.parts, [ticket]: round.ticket })) {
      thingsOf(name).set(part, Promise.resolve(known));
    }
  };
  const passkeyRound = async (name: string): Promise<void> =>
    keep(name, 'passkeyTicket', await makePasskey(addresses.rulesUrl, (await person(name)).jwt));
  /** The name of an address without an account, and what was mailed to it. */
  const invitedRound = async (name: string): Promise<void> => {
    const invitedName = `invited-${randomUUID()}`;
    const ticket = await invite(tenantOf(name), `${invitedName}@example.test`);
    keep(name, 'invitedToken', { ticket, parts: { invitedName } });
  };
  const proofRound = async (name: string): Promise<void> => {
    const authenticator = createSoftwareAuthenticator();
    await addPasskey(addresses.rulesUrl, (await person(name)).jwt, authenticator);
    keep(name, 'proofTicket', await provePasskey(addresses.rulesUrl, authenticator));
  };

  const newWebhook = async (name: string): Promise<string> =>
    (await as<{ id: string }>(name, 'POST /webhooks', { url: WEBHOOK_URL, events: ['scan.finished'] })).id;
  const newRulesWebhook = async (name: string): Promise<string> => {
    const body = { url: WEBHOOK_URL, events: ['generation.finished'] };
    return (await as<Data<{ id: string }>>(name, 'POST /v1/webhooks', body)).data.id;
  };
  /** Ends what waits for a webhook, so that it can be sent again. */
  const failWaiting = async (name: string, webhook: string): Promise<void> => {
    for (const active of [false, true]) await as(name, `PATCH ${webhook}`, { active });
  };
  const toldRound = async (name: string): Promise<void> => {
    const id = await newWebhook(name);
    const account = await newAccount(name);
    const { id: scan } = await as<{ id: string }>(name, `POST /accounts/${account}/scans`, {});
    await as(name, `POST /scans/${scan}/cancel`);
    await failWaiting(name, `/webhooks/${id}`);
    const { deliveries } = await as<{ deliveries: { id: string }[] }>(name, `GET /webhooks/${id}/deliveries`);
    keep(name, 'toldWebhook', { ticket: id, parts: { delivery: idOf(deliveries[0]) } });
  };
  const toldRulesRound = async (name: string): Promise<void> => {
    const id = await newRulesWebhook(name);
    await newRule(name, ` ${randomUUID()}`);
    await failWaiting(name, `/v1/webhooks/${id}`);
    type Told = Data<{ deliveries: { id: string }[] }>;
    const { deliveries } = (await as<Told>(name, `GET /v1/webhooks/${id}/deliveries`)).data;
    keep(name, 'toldRulesWebhook', { ticket: id, parts: { rulesDelivery: idOf(deliveries[0]) } });
  };

  const MAKERS: Readonly<Record<string, (name: string) => Promise<string>>> = {
    id: async (name) => (await person(name)).id,
    jwt: async (name) => (await person(name)).jwt,
    email: async (name) => (await person(name)).email,
    password: async (name) => (await person(name)).password,
    marker: async (name) => marker(name),
    refreshToken: async (name) => (await newSession(name)).refreshToken,
    session: async (name) => sessionOf((await newSession(name)).jwt),
    key: async (name) => (await newKey(name)).key,
    revokedKey: async (name) => {
      const { key, prefix } = await newKey(name);
      await as(name, `DELETE /v1/api-keys/${prefix}`);
      return key;
    },
    spareKey: async (name) => (await newKey(name)).prefix,
    serviceKey: async (name) => {
      const keys = `/v1/team/service-accounts/${await value(name, 'serviceAccount')}/keys`;
      return (await as<Data<{ prefix: string }>>(name, `POST ${keys}`, { name: marker(name) })).data.prefix;
    },
    generation: async (name) => (await generate(name)).id,
    rule: (name) => newRule(name),
    spareGeneration: async (name) => (await generate(name)).id,
    pipeline: newPipeline,
    sparePipeline: newPipeline,
    spareRule: (name) => newRule(name, ` ${randomUUID()}`),
    deletedRule: async (name) => {
      const key = await newRule(name, ` ${randomUUID()}`);
      await as(name, `DELETE /v1/rules/${key}`);
      return key;
    },
    job: (name) => newJob(name, 'state'),
    exportJob: (name) => doneJob(name, 'export'),
    deletingJob: (name) => doneJob(name, 'delete'),
    account: newAccount,
    spareAccount: newAccount,
    roleArn: async (name) => roleOf.get(await value(name, 'account')) ?? '',
    scan: endedScan,
    scannedAccount: async (name) => {
      await value(name, 'scan');
      return value(name, 'account');
    },
    pendingScan: async (name) => {
      const account = await newAccount(name);
      return (await as<{ id: string }>(name, `POST /accounts/${account}/scans`, {})).id;
    },
    detection: async (name) => {
      await value(name, 'scan');
      const account = await value(name, 'account');
      const found = await as<{ items?: { id: string }[]; detections?: { id: string }[] }>(
        name,
        `GET /accounts/${account}/detections`,
      );
      return idOf((found.items ?? found.detections)?.[0]);
    },
    declared,
    proof: async (name) => {
      const detection = `/detections/${await value(name, 'declared')}`;
      const { mapped_techniques: mapped } = await as<Detection>(name, `GET ${detection}`);
      // Requests may have taken its own by overrides; what they gave it, another may take back before this one is sent.
      const technique = mapped.find(({ category, override }) => category === 'detect' && override === null);
      if (technique === undefined) throw new NoneThereError('the detection detects no technique');
      const body = { kind: 'exercise', reference: marker(name), technique_ids: [technique.technique_id] };
      return (await as<{ id: string }>(name, `POST ${detection}/proof`, body)).id;
    },
    exclusion: async (name) => {
      const body = { kind: 'exclusion', technique_id: 'T1485', reason: marker(name), owner: marker(name) };
      return (await as<{ id: string }>(name, `POST /accounts/${await value(name, 'account')}/exclusions`, body)).id;
    },
    override: async (name) => {
      const body = { technique_id: 'T1485', covers: true, reason: marker(name) };
      return (await as<{ id: string }>(name, `POST /detections/${await value(name, 'declared')}/overrides`, body)).id;
    },
    organization: async (name) => {
      const path = `POST /accounts/${await value(name, 'account')}/organization`;
      return (await as<{ organization: { id: string } }>(name, path, {})).organization.id;
    },
    webhook: newWebhook,
    rulesWebhook: newRulesWebhook,
    ...ofRound(['toldWebhook', 'delivery'], toldRound),
    ...ofRound(['toldRulesWebhook', 'rulesDelivery'], toldRulesRound),
    siem: async (name) => {
      const body = { name: marker(name), kind: 'sigma' };
      return (await as<{ id: string }>(name, 'POST /siems', body)).id;
    },
    connectedSiem: async (name) => {
      const body = { name: `${marker(name)} ${randomBytes(4).toString('hex')}`, kind: 'splunk' };
      const { id } = await as<{ id: string }>(name, 'POST /siems', body);
      await as(name, `PUT /siems/${id}/connection`, { address: siemUrl, token: 'a-token' });
      return id;
    },
    snapshotBefore: (name) => snapshot(name, 1),
    snapshotAfter: (name) => snapshot(name, 0),
    member: (name) => newMember(name),
    spareMember: (name) => newMember(name),
    heir: (name) => newMember(name, 'team'),
    serviceAccount: async (name) => {
      const body = { name: `fuzz-${randomBytes(4).toString('hex')}` };
      return (await as<Data<{ id: string }>>(name, 'POST /v1/team/service-accounts', body)).data.id;
    },
    invitation: async (name) => {
      const body = { email: `invited-${randomUUID()}@example.test`, role: 'member' };
      return (await as<Data<{ id: string }>>(name, 'POST /v1/team/invite', body)).data.id;
    },
    invitationToken: async (name) => invite(tenantOf(name), (await person(name)).email),
    passkey: async (name) => addPasskey(addresses.rulesUrl, (await person(name)).jwt),
    ...ofRound(['invitedToken', 'invitedName'], invitedRound),
    ...ofRound(['passkeyTicket', ...PASSKEY_PARTS], passkeyRound),
    ...ofRound(['proofTicket', ...PROOF_PARTS], proofRound),
    appCode: async (name) => enrolApp((await person(name)).jwt),
    ticket: async (name) => {
      const { email, password } = await person(name);
      const begun = await call<Data<{ secondFactor?: { ticket: string } }>>(`POST ${rules('/v1/auth/login')}`, {
        body: { email, password },
      });
      const ticket = begun.data.secondFactor?.ticket;
      if (ticket === undefined) throw new NoneThereError('the second factor has been removed');
      return ticket;
    },
    recoveryCode: async (name) => {
      const made = await as<Data<{ recoveryCodes: string[] }>>(name, 'POST /v1/me/factors/recovery-codes');
      return made.data.recoveryCodes[0] ?? '';
    },
    verifyToken: () => register(options, `newcomer-${randomUUID()}@example.test`),
    linkToken: async (name) => {
      const link = new URL(await options.signInLink((await person(name)).email));
      return new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
    },
    resetToken: async (name) => {
      const { email } = await person(name);
      const seen = (await mail.tokens(email)).length;
      await call(`POST ${rules('/v1/auth/forgot-password')}`, { body: { email } });
      return mail.nextToken(email, seen);
    },
    ...ofRound(['cookie', 'code', 'state'], signInRound),
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
    const make = MAKERS[thing];
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

/** Thrown when other requests have meanwhile changed what the thing would be made of. */
class NoneThereError extends Error {}

const idOf = (found: { id: string } | undefined): string => {
  if (found === undefined) throw new NoneThereError('there is none in the list');
  return found.id;
};
