import { createHash, generateKeyPairSync, type JsonWebKey, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';
import type { Configuration, JWK } from 'oidc-provider';
import { createBrowser } from './browser.js';

export const CLIENT_ID = 'tripline';
export const CLIENT_SECRET = 'a client secret of the test: with % and more';
export const AUDIENCE = 'https://api.tripline.test';

/** A person the provider knows: the claims it tells of them. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  'https://tripline.test/tier'?: string;
}

/** A private key in its public and private form, with the name tokens refer to it by. */
export type SigningKey = JsonWebKey & { kid: string; alg: 'RS256' | 'ES256' };

/** A real OpenID provider on a port of its own, in which everybody signs in and consents at once. */
export interface IdentityProvider {
  readonly issuer: string;
  /** The key it signs with at present. */
  readonly key: () => SigningKey;
  /** How often its key set was asked for. */
  readonly keySetReads: () => number;
  /** From now on signs with another key and publishes that one alone. */
  rotate(alg?: SigningKey['alg']): Promise<void>;
  /** Whoever signs in next is this person. */
  arrive(person: Person): void;
  /** Whoever comes next is not let in. */
  turnAway(): void;
  /** An access token for {@link AUDIENCE}, as the person's own client gets it: by a sign-in of its own. */
  accessToken(person: Person): Promise<string>;
  /** Stops answering as told: `refuse` answers 503, `hang` not at all. */
  behave(how: 'well' | 'refuse' | 'hang'): void;
  close(): Promise<void>;
}

export function newKey(alg: SigningKey['alg'] = 'RS256'): SigningKey {
  const { privateKey } =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg };
}

/** Runs what prints advice for production, without the advice. */
async function quietly<T>(work: () => T | Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}

/** Starts a provider with a confidential client for `redirectUri` and a resource server for {@link AUDIENCE}. */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const server: Server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Person>();
  let next: Person | undefined;
  let key = newKey();
  let mode: 'well' | 'refuse' | 'hang' = 'well';
  let reads = 0;

  const configuration = (): Configuration => ({
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: key.alg,
      },
    ],
    jwks: { keys: [{ ...key, use: 'sig' } as JWK] },
    cookies: { keys: ['a cookie key of the test'] },
    claims: { openid: ['sub', 'https://tripline.test/tier'], email: ['email', 'email_verified'] },
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 300, IdToken: 300, Interaction: 300, Session: 300 },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: 'use',
          audience: AUDIENCE,
          accessTokenTTL: 300,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: key.alg } },
        }),
      },
    },
    findAccount: (_context, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => ({ ...person }) };
    },
    extraTokenClaims: (_context, token) =>
      'accountId' in token ? { ...people.get(token.accountId ?? '') } : undefined,
    interactions: { url: (_context, { uid }) => `/arrive/${uid}` },
  });
  const { default: OpenIdProvider } = await quietly(() => import('oidc-provider'));
  const newProvider = (): Promise<Provider> => quietly(() => new OpenIdProvider(issuer, configuration()));
  let provider = await newProvider();

  /** Signs the waiting person in and grants whatever is asked for. */
  const arrive = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { params, prompt, session, grantId } = await provider.interactionDetails(req, res);
    if (prompt.name === 'login') {
      const result = next === undefined ? { error: 'access_denied' } : { login: { accountId: next.sub } };
      return provider.interactionFinished(req, res, result);
    }
    const accountId = session?.accountId ?? '';
    const grant =
      (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
      new provider.Grant({ accountId, clientId: String(params['client_id']) });
    grant.addOIDCScope('openid email');
    grant.addResourceScope(AUDIENCE, 'use');
    await provider.interactionFinished(req, res, { consent: { grantId: await grant.save() } });
  };
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (mode === 'hang') return;
    if (mode === 'refuse') {
      res.writeHead(503).end();
      return;
    }
    if (req.url === '/jwks') reads += 1;
    if (req.url?.startsWith('/arrive/'))
      void arrive(req, res).catch((error: Error) => res.writeHead(500).end(error.stack));
    else void provider.callback()(req, res);
  });
  const arriving = (person: Person): void => {
    people.set(person.sub, person);
    next = person;
  };
  return {
    issuer,
    async accessToken(person) {
      arriving(person);
      const codeVerifier = randomUUID() + randomUUID();
      const asked = new URLSearchParams({
        response_type: 'code',
        client_id: CLIENT_ID,
        redirect_uri: redirectUri,
        scope: 'openid email',
        resource: AUDIENCE,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      });
      const back = await createBrowser().follow(`${issuer}/auth?${asked}`, redirectUri);
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa([CLIENT_ID, CLIENT_SECRET].map(encodeURIComponent).join(':'))}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: back.searchParams.get('code') ?? '',
          redirect_uri: redirectUri,
          code_verifier: codeVerifier,
          resource: AUDIENCE,
        }),
      });
      const { access_token: token } = (await answer.json()) as { access_token?: string };
      if (token === undefined) throw new Error(`the provider gave no access token (${answer.status})`);
      return token;
    },
    key: () => key,
    keySetReads: () => reads,
    async rotate(alg = 'RS256') {
      key = newKey(alg);
      provider = await newProvider();
    },
    arrive: arriving,
    turnAway() {
      next = undefined;
    },
    behave(how) {
      mode = how;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
