import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { newKey, type SigningKey } from './identity-provider.js';

/** What a test has a provider say, beside or instead of what a sound one says. */
export interface Script {
  metadata?: Record<string, unknown>;
  /** The token endpoint's answer to a form and its Authorization header. */
  token?: (form: URLSearchParams, authorization: string | undefined) => { status?: number; body: unknown };
  userInfo?: { status?: number; body: unknown };
  keySet?: { status?: number; location?: string; body: unknown };
}

/** An identity provider that says what it is told to: for faults that a real one does not have. */
export interface ScriptedProvider {
  readonly issuer: string;
  readonly key: SigningKey;
  play(script: Script): void;
  close(): Promise<void>;
}

export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const key = newKey();
  let script: Script = {};
  const server = createServer(async (req, res) => {
    const { body, location, status = 200 } = await answer(req);
    res.writeHead(status, { 'Content-Type': 'application/json', ...(location === undefined ? {} : { location }) });
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { e, kid, kty, n } = key;

  const answer = async (req: IncomingMessage): Promise<{ status?: number; location?: string; body: unknown }> => {
    switch (req.url) {
      case '/.well-known/openid-configuration':
        return {
          body: {
            issuer,
            jwks_uri: `${issuer}/keys`,
            authorization_endpoint: `${issuer}/authorize?tenant=1`,
            token_endpoint: `${issuer}/token`,
            userinfo_endpoint: `${issuer}/me`,
            ...script.metadata,
          },
        };
      case '/keys':
        return script.keySet ?? { body: { keys: [{ e, kid, kty, n }] } };
      case '/token': {
        const form = new URLSearchParams(await text(req));
        return script.token?.(form, req.headers.authorization) ?? { status: 400, body: { error: 'invalid_grant' } };
      }
      default:
        return script.userInfo ?? { status: 404, body: {} };
    }
  };
  return {
    issuer,
    key,
    play(next) {
      script = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
