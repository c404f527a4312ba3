import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '@tripline/stack';
import { call } from '../people/api.js';

/** The public address of the fuzzed stack: a host name, since there are no passkeys at an IP address. */
export const PUBLIC_URL = 'http://localhost:4001';
const PAGE = { origin: PUBLIC_URL };

/** A passkey as a browser writes it, just made or just used. */
interface Written {
  readonly id: string;
  readonly response: Readonly<Record<string, string>>;
}

/** The parts of a request that a browser and an authenticator make together; each is a thing of a persona. */
export const PASSKEY_PARTS = ['credentialId', 'clientData', 'attestation'] as const;
/** The same of a sign-in. */
export const PROOF_PARTS = ['provenId', 'provenData', 'authData', 'signature'] as const;

interface Offer {
  readonly data: { readonly ticket: string; readonly publicKey: never };
}

/** Makes a passkey. @returns what adds it, by the names of {@link PASSKEY_PARTS}, and the ticket */
export async function makePasskey(
  rulesUrl: string,
  token: string,
  authenticator: SoftwareAuthenticator = createSoftwareAuthenticator(),
): Promise<{ ticket: string; passkey: Written; parts: Readonly<Record<string, string>> }> {
  const { data } = await call<Offer>(`POST ${rulesUrl}/v1/me/factors/passkeys/options`, { token });
  const passkey = authenticator.create(data.publicKey, PAGE) as Written;
  const { attestationObject = '', clientDataJSON = '' } = passkey.response;
  const parts = { credentialId: passkey.id, clientData: clientDataJSON, attestation: attestationObject };
  return { ticket: data.ticket, passkey, parts };
}

/** Adds a passkey. @returns its id */
export async function addPasskey(
  rulesUrl: string,
  token: string,
  authenticator?: SoftwareAuthenticator,
): Promise<string> {
  const { passkey, ticket } = await makePasskey(rulesUrl, token, authenticator);
  const body = { ticket, name: 'fuzzed', passkey };
  const added = await call<{ data: { passkey: { id: string } } }>(`POST ${rulesUrl}/v1/me/factors/passkeys`, {
    token,
    body,
  });
  return added.data.passkey.id;
}

/** Signs for a sign-in without a password. @returns what completes it, by the names of {@link PROOF_PARTS}, and the ticket */
export async function provePasskey(
  rulesUrl: string,
  authenticator: SoftwareAuthenticator,
): Promise<{ ticket: string; parts: Readonly<Record<string, string>> }> {
  const { data } = await call<Offer>(`POST ${rulesUrl}/v1/auth/login/passkey/options`, {});
  const { id, response } = authenticator.get(data.publicKey, PAGE) as Written;
  const { authenticatorData = '', clientDataJSON = '', signature = '' } = response;
  const parts = { provenId: id, provenData: clientDataJSON, authData: authenticatorData, signature };
  return { ticket: data.ticket, parts };
}
