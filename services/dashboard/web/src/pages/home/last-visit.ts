import { useState } from 'react';
import { useSubject } from '../../api/session.js';

/** Within this time a second look is the same visit. */
const SAME_VISIT_MS = 30 * 60_000;

interface Stored {
  /** When the visit before this one ended. */
  readonly before: number;
  /** When the page was last looked at. */
  readonly last: number;
}

/** When whoever is signed in was here before this visit, in milliseconds; undefined on the first. It is kept in this browser, for each person apart. */
export function useLastVisit(): number | undefined {
  const subject = useSubject();
  // It is what it was when the page opened, however long it stays open.
  const [before] = useState(() => (subject === undefined ? undefined : visit(`tripline.visit.${subject}`)));
  return before;
}

function visit(key: string): number | undefined {
  const now = Date.now();
  const stored = parse(localStorage.getItem(key));
  const before = stored === undefined || now - stored.last < SAME_VISIT_MS ? stored?.before : stored.last;
  localStorage.setItem(key, JSON.stringify({ before: before ?? 0, last: now }));
  return before === 0 ? undefined : before;
}

/** What is stored may be of another release, or of no release at all. */
function parse(text: string | null): Stored | undefined {
  try {
    const { before, last } = JSON.parse(text ?? 'null') as Partial<Record<keyof Stored, unknown>>;
    return typeof before === 'number' && typeof last === 'number' ? { before, last } : undefined;
  } catch {
    return undefined;
  }
}
