import { createHash, randomBytes } from 'node:crypto';
import type { Identity } from './identity.js';
import type { Inventory, RoleInventory } from './inventory.js';

/** A session that AssumeRole issued. */
export interface Session {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly token: string;
  readonly identity: Identity;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Whether a fault ended it early. */
  ended: boolean;
}

/** The credentials of a request. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly sessionToken: string | undefined;
}

const DEFAULT_WORKER = '999900001111';
// Enough for any benchmark. Beyond it the oldest are dropped, so that a long-lived server does not grow.
const SESSIONS_MAX = 50_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The account number of callers without a role. */
function workerAccount(inventory: Inventory): string {
  return inventory.workerAccount ?? DEFAULT_WORKER;
}

/** The sessions that one server has issued, by access key. */
export class Sessions {
  readonly #byKey = new Map<string, Session>();

  /** Opens a session of a role. The token names account and role in clear text, for whoever reads a dump. */
  open(accountId: string, role: RoleInventory, sessionName: string, seconds: number): Session {
    const roleName = role.name.split('/').at(-1) ?? role.name;
    const now = Date.now();
    const roleId = `AROA${base32(digest(`${accountId}/${role.name}`))}`;
    const session: Session = {
      accessKeyId: `ASIA${base32(randomBytes(16))}`,
      secretAccessKey: randomBytes(30).toString('base64'),
      token: Buffer.from(
        JSON.stringify({
          account: accountId,
          role: role.name,
          session: sessionName,
          nonce: randomBytes(18).toString('base64url'),
        }),
      ).toString('base64'),
      identity: {
        accountId,
        arn: `arn:aws:sts::${accountId}:assumed-role/${roleName}/${sessionName}`,
        userId: `${roleId}:${sessionName}`,
        deniedActions: role.deniedActions ?? [],
      },
      issuedAt: now,
      expiresAt: now + seconds * 1000,
      ended: false,
    };
    this.#byKey.set(session.accessKeyId, session);
    if (this.#byKey.size > SESSIONS_MAX) {
      const [oldest] = this.#byKey.keys();
      if (oldest !== undefined) this.#byKey.delete(oldest);
    }
    return session;
  }

  /** The session that credentials belong to; nothing for long-lived keys and unknown ones. */
  find(credentials: Credentials): Session | undefined {
    const session = this.#byKey.get(credentials.accessKeyId);
    return session && session.token === credentials.sessionToken ? session : undefined;
  }
}

/**
 * The caller that credentials belong to: a session, the account that lists the access key, or the worker. Nothing for an unknown temporary
 * key.
 */
export function identify(
  inventory: Inventory,
  credentials: Credentials,
  session: Session | undefined,
): Identity | undefined {
  if (session) return session.identity;
  if (credentials.accessKeyId.startsWith('ASIA') || credentials.sessionToken !== undefined) return undefined;
  const owner = Object.entries(inventory.accounts).find(([, account]) =>
    account.accessKeys?.includes(credentials.accessKeyId),
  );
  const accountId = owner?.[0] ?? workerAccount(inventory);
  return {
    accountId,
    arn: `arn:aws:iam::${accountId}:user/${owner ? 'operator' : 'tripline-worker'}`,
    userId: `AIDA${base32(digest(credentials.accessKeyId))}`,
    deniedActions: [],
  };
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

/** Sixteen letters and digits, like AWS ids after their prefix. */
function base32(bytes: Buffer): string {
  return [...bytes.subarray(0, 16)].map((byte) => BASE32[byte % 32]).join('');
}
