import { SECOND_FACTORS } from '@tripline/auth';
import { instant, integer, list, nullable, object, oneOf, resource, text } from '@tripline/service';

const codes = list(text.example('1f2e3-d4c5b-6a798-80716')).description(
  'good once each, in place of a second factor; shown this once',
);

/** What a user has beside the password. */
export const factorsResource = resource('Factors', {
  totp: nullable(object({ confirmedAt: instant })).description('the authenticator app'),
  recoveryCodesLeft: integer.description('recovery codes that were not used').example(10),
});

/** What an authenticator app is given. */
export const totpEnrolmentResource = object({
  secret: text.description('in base32, for typing in').example('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'),
  url: text
    .description('for a QR code')
    .example('otpauth://totp/Tripline:ada%40example.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tripline'),
});

/** A factor was added; recovery codes come with the first. */
export const confirmedResource = object({ message: text, recoveryCodes: codes }, ['recoveryCodes']);

/** Recovery codes made anew. */
export const recoveryCodesResource = object({ recoveryCodes: codes });

/** What the right password is answered with where the account has a second factor. */
export const secondFactorNeededResource = resource('SecondFactorNeeded', {
  secondFactor: object({
    ticket: text.description('to be sent with the second factor, within 5 minutes'),
    expiresAt: instant,
    methods: list(oneOf(SECOND_FACTORS)).description('what it can be completed with'),
  }),
});
