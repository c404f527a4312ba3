import type { AccessChanges } from './access-changes.js';
import type { AccountState } from './account-store.js';

/** How long a look-up is used: while changes are followed, and otherwise. */
const TRUSTED_MS = 30_000;
const UNTRUSTED_MS = 900;
const MAX_ENTRIES = 10_000;

interface Entry<T> {
  /** The time before the query began, so that a change during it counts as later. */
  loadedAt: number;
  value: Promise<T | undefined>;
  settled: T | undefined;
}

/**
 * Caches whom a credential belongs to, for 30 s while changes are followed and for under a second otherwise; "nobody" is always cached for
 * under a second. Holds at most 10,000 credentials.
 */
export function createAccountCache<T extends AccountState>(
  changes: AccessChanges,
): (credential: string, load: () => Promise<T | undefined>) => Promise<T | undefined> {
  const entries = new Map<string, Entry<T>>();
  return (credential, load) => {
    const now = performance.now();
    const present = entries.get(credential);
    if (present !== undefined && isCurrent(present, changes, now)) return present.value;
    const entry: Entry<T> = { loadedAt: now, value: load(), settled: undefined };
    entries.delete(credential);
    entries.set(credential, entry);
    entry.value.then(
      (value) => {
        entry.settled = value;
      },
      // A failed look-up is the answer only for those who wait for it.
      () => {
        if (entries.get(credential) === entry) entries.delete(credential);
      },
    );
    const oldest = entries.size > MAX_ENTRIES ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
    return entry.value;
  };
}

function isCurrent(entry: Entry<AccountState>, changes: AccessChanges, now: number): boolean {
  const age = now - entry.loadedAt;
  const state = entry.settled;
  if (state === undefined) return age < UNTRUSTED_MS;
  if (state.changesAt !== undefined && state.changesAt.getTime() <= Date.now()) return false;
  const changed = changes.seenAt(state.account.userId);
  if (changed !== undefined && changed >= entry.loadedAt) return false;
  return age < (changes.isFresh() ? TRUSTED_MS : UNTRUSTED_MS);
}
