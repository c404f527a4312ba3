import type { Environment } from '@tripline/service';

/** Whom passkeys are made for: browsers give them to no other site. */
export interface RelyingParty {
  /** A host name; pages on it and below it may use the passkeys. */
  readonly id: string;
  /** Whether a page of this origin may. */
  allows(origin: string): boolean;
}

/** What the relying party follows from. */
export interface PasskeyPlace {
  PUBLIC_URL?: string | undefined;
  PASSKEY_RP_ID?: string | undefined;
  PASSKEY_ORIGINS?: readonly string[] | undefined;
}

/** Where `npm start` and a dashboard under development are, on whatever port. */
const LOCAL: RelyingParty = { id: 'localhost', allows: (origin) => /^http:\/\/localhost(:\d{1,5})?$/.test(origin) };

/**
 * Whom passkeys are for by these settings; undefined where there can be none: without a public address, or with one that browsers allow none
 * for. In development without a public address it is `localhost`.
 */
export function relyingParty(settings: PasskeyPlace & { NODE_ENV: Environment }): RelyingParty | undefined {
  const { id, origins } = placeOf(settings);
  if (id === undefined && origins.length === 0) return settings.NODE_ENV === 'development' ? LOCAL : undefined;
  if (id === undefined || faultOf(id, origins) !== undefined) return undefined;
  return { id, allows: (origin) => origins.includes(origin) };
}

/** What is wrong with PASSKEY_RP_ID or PASSKEY_ORIGINS; undefined when nothing is. */
export function passkeyFault(settings: PasskeyPlace): string | undefined {
  const { id, origins } = placeOf(settings);
  if (id === undefined || origins.length === 0) return 'needs PUBLIC_URL, or both PASSKEY_RP_ID and PASSKEY_ORIGINS';
  return faultOf(id, origins);
}

function placeOf({ PASSKEY_ORIGINS = [], PASSKEY_RP_ID, PUBLIC_URL }: PasskeyPlace) {
  const own = PUBLIC_URL !== undefined && URL.canParse(PUBLIC_URL) ? new URL(PUBLIC_URL) : undefined;
  const origins = PASSKEY_ORIGINS.length > 0 || own === undefined ? PASSKEY_ORIGINS : [own.origin];
  return { id: PASSKEY_RP_ID ?? own?.hostname, origins };
}

/** `localhost`, or at least two labels of which the last is not a number, as that of an IP address is. */
const HOST_NAME = /^(?:localhost|(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z](?:[a-z\d-]*[a-z\d])?)$/;

function faultOf(id: string, origins: readonly string[]): string | undefined {
  if (!HOST_NAME.test(id)) return `needs a host name such as tripline.example.com, and "${id}" is none`;
  for (const origin of origins) {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url?.origin !== origin) return `needs origins such as https://tripline.example.com, and "${origin}" is none`;
    if (url.protocol !== 'https:' && url.hostname !== 'localhost') {
      return `needs https (http only at localhost), which "${origin}" has not`;
    }
    if (url.hostname !== id && !url.hostname.endsWith(`.${id}`)) {
      return `does not fit: "${origin}" is neither at the host "${id}" nor below it`;
    }
  }
  return undefined;
}
