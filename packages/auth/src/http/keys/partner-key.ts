import { createPublicKey, type KeyObject } from 'node:crypto';
import { listSetting } from '@tripline/service';

/** A public key as partners publish it: an identifier, and the base64 of an EC key on the curve P-256 (what a PEM file has between its lines). */
export function readPartnerKey(setting: string): { readonly identifier: string; readonly key: KeyObject } {
  const [, identifier, base64] = /^([^=\s]{1,200})=([A-Za-z0-9+/]+=*)$/.exec(setting) ?? [];
  if (identifier === undefined || base64 === undefined) throw new Error('it is not identifier=base64');
  const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('it is not a key on the curve P-256');
  return { identifier, key };
}

/** Whose reports of leaked keys are taken. */
export interface LeakedKeyConfig {
  SECRET_SCANNING_KEYS: string[];
}

/** Schema of {@link LeakedKeyConfig}, for `loadConfig`. */
export const leakedKeySettings = {
  SECRET_SCANNING_KEYS: listSetting()
    .custom((keys: string[], helpers) => {
      const broken = keys.find((key) => whyBroken(key) !== undefined);
      if (broken === undefined) return keys;
      return helpers.error('partner.key', { broken: broken.slice(0, 80), why: whyBroken(broken) });
    })
    .messages({ 'partner.key': '{{#label}} holds "{{#broken}}": {{#why}}' })
    .description(
      'Public keys of secret-scanning partners, as identifier=base64 (P-256): they sign reports of API keys found in public. Without any, no report is accepted.',
    ),
};

function whyBroken(key: string): string | undefined {
  try {
    readPartnerKey(key);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
