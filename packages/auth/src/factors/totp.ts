import { Secret, TOTP } from 'otpauth';

/** A secret of 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** A clock may be one period fast or slow (RFC 6238, 5.2). */
const WINDOW = 1;

/** What an authenticator app is given, as text and as the address behind a QR code. */
export interface TotpEnrolment {
  /** In base32, for typing in. */
  secret: string;
  /** `otpauth://totp/…` */
  url: string;
}

/** A fresh secret. */
export const newTotpSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes;

const totpOf = (secret: Uint8Array, email: string): TOTP =>
  // Six digits of SHA-1: what every app understands, whatever the address says.
  new TOTP({
    issuer: 'Tripline',
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });

/** How an app is told of a secret. */
export function totpEnrolment(secret: Uint8Array, email: string): TotpEnrolment {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, url: totp.toString() };
}

/** The number of the 30 seconds since 1970 that a code belongs to, if it is one of the present, the one before or the next. */
export function stepOfCode(secret: Uint8Array, code: string): number | undefined {
  const totp = totpOf(secret, 'any');
  const timestamp = Date.now();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
