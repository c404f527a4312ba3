import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '@tripline/stack/software-authenticator';
import { call } from './http.js';
import type { Person } from './people.js';
import { stack } from './stack.js';

const passkeysUrl = `${stack.rulesUrl}/v1/me/factors/passkeys`;
type Signer = Pick<Person, 'session'>;

/** The origin of the stack's public address, whose pages may use passkeys. */
async function publicPage(): Promise<{ origin: string }> {
  const document = (await call('GET', `${stack.rulesUrl}/openapi.json`)).json();
  return { origin: new URL(document.servers[0].url).origin };
}

/** What adds a passkey: one that was made, with its ticket. */
export async function makePasskey(
  { session }: Signer,
  authenticator: SoftwareAuthenticator = createSoftwareAuthenticator(),
): Promise<object> {
  const { publicKey, ticket } = (await call('POST', `${passkeysUrl}/options`, { as: session, body: {} })).json().data;
  return { ticket, name: 'a passkey', passkey: authenticator.create(publicKey, await publicPage()) };
}

/** Adds a passkey. @returns its id */
export async function addPasskey(person: Signer, authenticator?: SoftwareAuthenticator): Promise<string> {
  const body = await makePasskey(person, authenticator);
  return (await call('POST', passkeysUrl, { as: person.session, body })).json().data.passkey.id;
}

/** Removes a passkey, so that the password is enough to sign in. */
export async function removePasskey({ session }: Signer, id: string): Promise<void> {
  await call('DELETE', `${passkeysUrl}/${id}`, { as: session });
}

/** What signs the owner of a passkey in without a password. */
export async function provePasskey(authenticator: SoftwareAuthenticator): Promise<object> {
  const begun = await call('POST', `${stack.rulesUrl}/v1/auth/login/passkey/options`, { body: {} });
  const { publicKey, ticket } = begun.json().data;
  return { ticket, passkey: authenticator.get(publicKey, await publicPage()) };
}
