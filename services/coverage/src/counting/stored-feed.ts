import type { LogFeed } from '../cloud/log-feed.js';

/** A feed as the tables keep it, in the field names of their first release, which releases side by side share. */
export type StoredFeed = Omit<LogFeed, 'seenScopes'> & { readonly seenRegions: readonly string[] | null };

/** A feed for the tables. */
export function storedFeed({ seenScopes, ...feed }: LogFeed): StoredFeed {
  return { ...feed, seenRegions: seenScopes };
}

/** A feed from the tables. */
export function readFeed({ seenRegions, ...feed }: StoredFeed): LogFeed {
  return { ...feed, seenScopes: seenRegions };
}
