import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a page of a browser asks with, and how the authenticator behaves; tests change what an attacker would. */
export interface Page {
  readonly origin: string;
  /** Whether the authenticator checks who uses it; it does unless told otherwise. */
  readonly verified?: boolean;
  /** The count it tells, instead of the next. */
  readonly counter?: number;
  /** Another site's than the options name. */
  readonly rpId?: string;
  /** Certificates in the attestation, which no service asked for. */
  readonly certificates?: boolean;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}
interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

/** One passkey in software: it signs with a key of its own (ES256), counts, and knows whose it is. */
export interface SoftwareAuthenticator {
  /** Its id of the passkey, in base64url. */
  readonly credentialId: string;
  /** Makes the passkey, as `navigator.credentials.create` does. */
  create(options: CreationOptions, page: Page): object;
  /** Signs, as `navigator.credentials.get` does. */
  get(options: RequestOptions, page: Page): object;
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array): string => Buffer.from(data).toString('base64url');

/** A value in CBOR (RFC 8949), as far as authenticators need it. */
type Cbor = number | string | Uint8Array | Map<number | string, Cbor> | readonly Cbor[];

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 0xff]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)]);
    return Buffer.concat([head(5, value.size), ...entries]);
  }
  return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** A key in COSE (RFC 9052): an elliptic curve of two coordinates, ES256, P-256. */
const coseKey = (x: string, y: string): Buffer =>
  cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );

/** An attestation object (Web Authentication, 6.5): with a signature it is "packed", else "none". */
function attestation(authData: Buffer, signed: Buffer | undefined): Buffer {
  const packed = new Map<string, Cbor>(
    signed === undefined
      ? []
      : [
          ['alg', -7],
          ['sig', signed],
          ['x5c', [randomBytes(64)]],
        ],
  );
  return cbor(
    new Map<string, Cbor>([
      ['fmt', signed === undefined ? 'none' : 'packed'],
      ['attStmt', packed],
      ['authData', authData],
    ]),
  );
}

/** An authenticator with one passkey. @param counts whether it counts its signatures; one that is synchronised says 0 each time */
export function createSoftwareAuthenticator({ counts = true } = {}): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let count = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  /** Authenticator data (Web Authentication, 6.1). */
  const authenticatorData = (rpId: string, flags: number, page: Page, rest = Buffer.alloc(0)): Buffer => {
    if (counts) count += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(page.counter ?? count);
    const all = flags | PRESENT | (page.verified === false ? 0 : VERIFIED);
    return Buffer.concat([sha256(page.rpId ?? rpId), Buffer.from([all]), counter, rest]);
  };
  const credential = (response: object): object => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  });

  return {
    credentialId: base64url(id),
    create(options, page) {
      userHandle = options.user.id;
      const key = coseKey(x, y);
      const aaguid = Buffer.alloc(16);
      const attested = Buffer.concat([aaguid, Buffer.from([0, id.length]), id, key]);
      const authData = authenticatorData(options.rp.id, HAS_KEY, page, attested);
      const client = clientData('webauthn.create', options.challenge, page.origin);
      const signed = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      return credential({
        clientDataJSON: base64url(client),
        attestationObject: base64url(attestation(authData, page.certificates ? signed : undefined)),
        transports: ['internal'],
      });
    },
    get(options, page) {
      const authData = authenticatorData(options.rpId, 0, page);
      const client = clientData('webauthn.get', options.challenge, page.origin);
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)),
        ...(userHandle === '' ? {} : { userHandle }),
      });
    },
  };
}
