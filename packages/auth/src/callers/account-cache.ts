import type { AccessChanges } from './access-changes.js';
import type { AccountState } from './account-store.js';

/** How long a look-up is believed: while the invalidation channel works, and without it. */
const TRUSTED_MS = 30_000;
const UNTRUSTED_MS = 900;
const MAX_ENTRIES = 10_000;

interface Entry<T> {
  /** Before the query began: a change during it must count as later. */
  loadedAt: number;
  value: Promise<T | undefined>;
  settled: T | undefined;
}

/**
 * Remembers who a credential belongs to, for 30 s while the invalidation channel is known to work and for under a
 * second otherwise; "nobody" is remembered for under a second always. Holds at most 10,000 credentials.
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
      // A failed look-up is nobody's answer but the one who waits for it.
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
