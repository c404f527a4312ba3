import { TOTP } from 'otpauth';

/** Gives the code that an authenticator app shows for a secret in base32. */
export const codeOf = (secret: string): string => new TOTP({ secret }).generate();
