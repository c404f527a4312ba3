import { TOTP } from 'otpauth';

/** What an authenticator app shows for the secret that it was given in base32. */
export const codeOf = (secret: string): string => new TOTP({ secret }).generate();
