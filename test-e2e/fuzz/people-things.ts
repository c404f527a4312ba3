import { randomBytes, randomUUID } from 'node:crypto';
import { createSoftwareAuthenticator } from '@tripline/stack';
import { call } from '../people/api.js';
import { codeOf } from '../people/authenticator-app.js';
import { makePerson, register, sessionOf, signIn } from '../people/person.js';
import { type Data, type Hands, type Makers, NoneThereError } from './hands.js';
import { addPasskey, makePasskey, PASSKEY_PARTS, PROOF_PARTS, provePasskey } from './passkeys.js';
import { tenantOf } from './personas.js';

/** How a persona gets what belongs to people: sessions, keys, second factors, links, members of a team. */
export function peopleThings({ as, invite, keep, marker, ofRound, options, person, rules, value }: Hands): Makers {
  const { addresses, mail } = options;
  /** Makes a person who has joined the persona's team. */
  const newMember = async (name: string, tier = 'free'): Promise<string> => {
    const joiner = await makePerson(options, tier);
    const token = await invite(name, joiner.email);
    await call(`POST ${rules('/v1/team/invitations/accept')}`, { token: joiner.jwt, body: { token } });
    return joiner.id;
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
    const [code = '', state = ''] = ['code', 'state'].map((part) => back.searchParams.get(part) ?? '');
    keep(name, 'cookie', { ticket: cookie, parts: { code, state } });
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

  return {
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
    appCode: async (name) => enrolApp(rules, (await person(name)).jwt),
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
}

/** Begins an authenticator app for whoever has a session, and gives its code. */
export async function enrolApp(rules: Hands['rules'], token: string): Promise<string> {
  const enrolled = await call<Data<{ secret: string }>>(`POST ${rules('/v1/me/factors/totp')}`, { token });
  return codeOf(enrolled.data.secret);
}
