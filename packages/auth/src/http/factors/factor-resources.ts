import { json } from '@tripline/service';
import { SECOND_FACTORS } from '../../factors/second-step.js';
import { passkeyResource, requestOptions } from './passkey-resources.js';

const codes = json
  .list(json.secret.example('1f2e3-d4c5b-6a798-80716'))
  .description('good once each, in place of a second factor; shown this once');

/** What a user has beside the password. */
export const factorsResource = json.resource('Factors', {
  totp: json.nullable(json.object({ confirmedAt: json.instant })).description('the authenticator app'),
  passkeys: json.list(passkeyResource),
  recoveryCodesLeft: json.integer.description('recovery codes that were not used').example(10),
});

/** What an authenticator app is given. */
export const totpEnrolmentResource = json.object({
  secret: json.secret.description('in base32, for typing in').example('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'),
  url: json.secret
    .description('for a QR code')
    .example('otpauth://totp/Tripline:ada%40example.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tripline'),
});

/** A factor was added; recovery codes come with the first. */
export const confirmedResource = json.object({ message: json.text, recoveryCodes: codes }, ['recoveryCodes']);

/** A passkey was added; recovery codes come with the first factor. */
export const addedPasskeyResource = json.object({ passkey: passkeyResource, recoveryCodes: codes }, ['recoveryCodes']);

/** Recovery codes made anew. */
export const recoveryCodesResource = json.object({ recoveryCodes: codes });

/** What the right password is answered with where the account has a second factor. */
export const secondFactorNeededResource = json.resource('SecondFactorNeeded', {
  secondFactor: json.object(
    {
      ticket: json.secret.description('to be sent with the second factor, within 5 minutes'),
      expiresAt: json.instant,
      methods: json.list(json.oneOf(SECOND_FACTORS)).description('what it can be completed with'),
      publicKey: requestOptions,
    },
    ['publicKey'],
  ),
});
