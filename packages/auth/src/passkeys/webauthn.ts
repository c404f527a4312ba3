import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { NewPasskey, StoredPasskey } from './passkey-store.js';
import type { RelyingParty } from './relying-party.js';

/** What a browser gives of a passkey just made: `toJSON()` of what `navigator.credentials.create` gives. */
export type MadePasskey = RegistrationResponseJSON;
/** What a browser gives of a passkey just used: `toJSON()` of what `navigator.credentials.get` gives. */
export type PasskeyProof = AuthenticationResponseJSON;
/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

type Credentials = readonly { id: string; transports: string[] }[];

/** EdDSA, ES256 and RS256: what every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = 300_000;

/** Loaded at the first use, since most processes have none. */
const load = () => import('@simplewebauthn/server');
const bytesOf = (challenge: string) => Uint8Array.from(Buffer.from(challenge, 'base64url'));

/** What a browser makes a passkey by: one that its authenticator finds without being told an account. */
export async function creationOptions(
  party: RelyingParty,
  user: { id: string; email: string },
  known: Credentials,
  challenge: string,
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: 'Tripline',
    rpID: party.id,
    userID: userHandle(user.id),
    userName: user.email,
    userDisplayName: user.email,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: [...known],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** What a browser signs by. @param known the passkeys of whom the password named; none where the passkey says who it is */
export async function requestOptions(
  party: RelyingParty,
  known: Credentials,
  challenge: string,
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    userVerification: known.length === 0 ? 'required' : 'preferred',
    ...(known.length === 0 ? {} : { allowCredentials: [...known] }),
  });
}

/** The passkey that a browser made. @throws Error with what is wrong with it */
export async function readMadePasskey(
  party: RelyingParty,
  response: MadePasskey,
  challenge: string,
): Promise<NewPasskey> {
  const [{ verifyRegistrationResponse }, helpers] = await Promise.all([
    load(),
    import('@simplewebauthn/server/helpers'),
  ]);
  const object = helpers.isoBase64URL.toBuffer(response.response.attestationObject);
  // We ask for no certificates. The library would fetch what a certificate names, from wherever that is.
  if (helpers.decodeAttestationObject(object).get('attStmt').get('x5c') !== undefined) {
    throw new Error('it has certificates, which were not asked for');
  }
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: await allowedOrigin(party, response),
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (registrationInfo === undefined) throw new Error('its signature is wrong');
  const { counter, id, publicKey } = registrationInfo.credential;
  return { credentialId: id, publicKey, counter, transports: response.response.transports ?? [] };
}

/**
 * Checks a signature.
 * @param verified whether the authenticator must have checked who uses it
 * @returns its new count; undefined when it does not hold
 */
export async function provenCount(
  party: RelyingParty,
  response: PasskeyProof,
  { challenge, passkey, verified }: { challenge: string; passkey: StoredPasskey; verified: boolean },
): Promise<number | undefined> {
  const { userHandle: handle } = response.response;
  // An authenticator that was told which passkeys may be used need not say whose it is.
  if (handle != null && handle !== Buffer.from(userHandle(passkey.userId)).toString('base64url')) return undefined;
  const { verifyAuthenticationResponse } = await load();
  try {
    const { credentialId: id, publicKey, counter } = passkey;
    const { verified: holds, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: await allowedOrigin(party, response),
      expectedRPID: party.id,
      credential: { id, publicKey: Uint8Array.from(publicKey), counter },
      requireUserVerification: verified,
    });
    return holds ? authenticationInfo.newCounter : undefined;
  } catch {
    // Whatever is wrong with it is for nobody to learn from.
    return undefined;
  }
}

/** The 16 bytes of a user's id: what an authenticator keeps beside the passkey. */
const userHandle = (userId: string) => Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'));

/** The page's origin. @throws Error when it is none of ours */
async function allowedOrigin(party: RelyingParty, response: MadePasskey | PasskeyProof): Promise<string> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  const { origin } = decodeClientDataJSON(response.response.clientDataJSON);
  if (typeof origin === 'string' && party.allows(origin)) return origin;
  throw new Error(`it was made for the page ${JSON.stringify(origin)}, which is none of ours`);
}
