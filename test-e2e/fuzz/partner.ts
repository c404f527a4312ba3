import { generateKeyPairSync, sign } from 'node:crypto';

const IDENTIFIER = 'the-fuzzer';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const SIGNATURE = '{{partner.signature}}';

/** The setting that makes the fuzzer a secret-scanning partner of the service. */
export const PARTNER_SETTING = `${IDENTIFIER}=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`;

/** The headers of a request that a partner signs. The signature is filled in with the body. */
export const PARTNER_HEADERS = [
  ['Github-Public-Key-Identifier', IDENTIFIER],
  ['Github-Public-Key-Signature', SIGNATURE],
] as const;

/** Fills the signature of a body, which is Latin-1 text that stands for bytes, into a header's value. */
export const signed = (value: string, body: string): string =>
  value.replaceAll(SIGNATURE, () => sign('sha256', Buffer.from(body, 'latin1'), privateKey).toString('base64'));
