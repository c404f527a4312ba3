import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An OpenID provider that lets everybody sign in, as a new person each time. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  close(): Promise<void>;
}

const KEY_ID = 'the-key';
const CLIENT_ID = 'tripline';

/** Starts a provider with the authorization-code flow and PKCE (RFC 6749, RFC 7636), RS256 and one public client. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { nonce: string; challenge: string }>();
  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.writeHead(500).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const signed = (claims: object): string => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const content = `${part({ alg: 'RS256', typ: 'JWT', kid: KEY_ID })}.${part(claims)}`;
    return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`;
  };
  const json = (res: ServerResponse, body: object, status = 200): void => {
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
  const exchange = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await text(req));
    const grant = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant?.challenge !== challenge) return json(res, { error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1000);
    const person = randomUUID();
    const claims = {
      ...{ iss: issuer, aud: CLIENT_ID, sub: person, iat: now, exp: now + 300, nonce: grant.nonce },
      ...{ email: `outside-${person}@example.test`, email_verified: true },
    };
    return json(res, { token_type: 'Bearer', access_token: randomUUID(), expires_in: 300, id_token: signed(claims) });
  };
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '/', issuer);
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(res, {
          issuer,
          jwks_uri: `${issuer}/keys`,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          token_endpoint_auth_methods_supported: ['none'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/keys':
        return json(res, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }] });
      case '/authorize': {
        const asked = (name: string): string => url.searchParams.get(name) ?? '';
        const code = randomUUID();
        codes.set(code, { nonce: asked('nonce'), challenge: asked('code_challenge') });
        const back = new URL(asked('redirect_uri'));
        back.searchParams.set('code', code);
        back.searchParams.set('state', asked('state'));
        res.writeHead(303, { Location: back.href }).end();
        return;
      }
      case '/token':
        return exchange(req, res);
      default:
        json(res, {}, 404);
    }
  };
  return {
    issuer,
    clientId: CLIENT_ID,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
