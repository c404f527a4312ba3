import { useSyncExternalStore } from 'react';
import { errorOf, unreachable } from './api-error.js';

/**
 * Who is signed in. The access token is in this module's memory alone; the refresh token is in an HttpOnly cookie that no script can read.
 * A mark in localStorage says that a cookie may be there, so that a stranger's first visit asks for nothing.
 */
export type SessionState = 'starting' | 'signed-in' | 'signed-out';

interface Access {
  readonly token: string;
  readonly expiresAt: number;
}

/** Somebody, for as long as they are signed in here. */
interface Subject {
  readonly id: string;
  readonly end: AbortController;
}

/** A message from one tab to the others: that somebody asked to be signed out, or who is signed in now. */
type TabMessage = { readonly kind: 'signed-out' } | { readonly kind: 'signed-in'; readonly subject: string };

const MARK = 'tripline.session';
/** A token this close to its end is exchanged first, since the call would arrive too late. */
const EARLY_MS = 20_000;

let access: Access | undefined;
let state: SessionState = 'starting';
let subject: Subject | undefined;
let askedFor = false;
const listeners = new Set<() => void>();
const atEnd = new Set<() => void>();
const tabs = new BroadcastChannel('tripline.session');
tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
  if (data.kind === 'signed-out') signedOut(true);
  // The cookie is somebody else's now, and so is every tab.
  else if (data.subject !== subject?.id) {
    become('starting');
    void startExchange();
  }
};

/** Whose session begins or ends here. What is kept of the one before ends first, so that nobody draws it for the next. */
function become(next: SessionState, session?: { readonly access: Access; readonly subject: string }): void {
  const before = subject;
  access = session?.access;
  state = next;
  if (before !== undefined && before.id !== session?.subject) {
    subject = undefined;
    before.end.abort();
    for (const listener of atEnd) listener();
  }
  if (session !== undefined) {
    subject ??= { id: session.subject, end: new AbortController() };
    askedFor = false;
    localStorage.setItem(MARK, '1');
    if (before?.id !== session.subject)
      tabs.postMessage({ kind: 'signed-in', subject: session.subject } satisfies TabMessage);
  }
  for (const listener of listeners) listener();
}

function signedOut(asked: boolean): void {
  askedFor = asked;
  localStorage.removeItem(MARK);
  become('signed-out');
}

/** Does something when somebody is no longer the one who is signed in: signed out here or in another tab, or followed by somebody else. */
export const onSubjectEnd = (listener: () => void): void => void atEnd.add(listener);

/** Whether the session ended because somebody asked for that. Whoever signs in next may be another, and begins at the start. */
export const wasSignOutAskedFor = (): boolean => askedFor;

/** The id of whoever is signed in, for components. */
export const useSubject = (): string | undefined => useSyncExternalStore(listen, () => subject?.id);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session's state, for components. */
export const useSession = (): SessionState => useSyncExternalStore(listen, () => state);

/** Says that a cookie will be there when the page is loaded again: before it leaves for an identity provider. */
export const expectCookie = (): void => localStorage.setItem(MARK, '1');

/** Begins a session with what a sign-in answered. */
export function beginSession({ accessToken, expiresAt }: { readonly accessToken: string; readonly expiresAt: string }) {
  become('signed-in', {
    access: { token: accessToken, expiresAt: Date.parse(expiresAt) },
    subject: subjectOf(accessToken),
  });
}

/** Whom a token is of: the `sub` of its payload (RFC 7519). */
function subjectOf(token: string): string {
  const payload = token.split('.')[1] ?? '';
  const { sub }: { readonly sub: string } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  return sub;
}

/** Finds out whether this browser has a session. */
export async function startSession(): Promise<void> {
  if (localStorage.getItem(MARK) === null) become('signed-out');
  else await startExchange();
}

const startExchange = (): Promise<void> => exchange().catch(() => become('signed-out'));

/** What a call goes with, and the signal that ends with whoever it is of. */
export interface Credentials {
  readonly token: string | undefined;
  readonly until: AbortSignal | undefined;
}

/**
 * A token that is good for a while yet; none when nobody is signed in.
 * @throws DOMException AbortError when somebody else is signed in by now: what one person began is not done as another
 */
export async function credentials(): Promise<Credentials> {
  if (state === 'signed-out') return { token: undefined, until: undefined };
  const asking = subject;
  if (access === undefined || access.expiresAt - EARLY_MS < Date.now()) await exchange();
  asking?.end.signal.throwIfAborted();
  return { token: access?.token, until: subject?.end.signal };
}

let exchanging: Promise<void> | undefined;

/** Exchanges the cookie for a new access token: one call at a time, also between tabs, since each exchange makes the cookie before it useless. */
export function exchange(): Promise<void> {
  exchanging ??= oneAtATime(async () => {
    const response = await fetch('/v1/auth/refresh', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client': 'browser' },
      body: '{}',
    }).catch(() => {
      throw unreachable();
    });
    const body = await response.json().catch(() => undefined);
    if (response.ok) beginSession(body.data);
    else {
      if (response.status === 401 || response.status === 403) signedOut(false);
      throw errorOf(response, body);
    }
  }).finally(() => {
    exchanging = undefined;
  });
  return exchanging;
}

/** Ends the session, here and in the other tabs. Components use `useSignOut`. */
export async function endSession(): Promise<void> {
  const { token } = await credentials().catch(() => ({ token: undefined }));
  // After an exchange that is under way, which would bring the session back.
  await oneAtATime(() =>
    fetch('/v1/auth/logout', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-client': 'browser',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: '{}',
    }).catch(() => undefined),
  );
  signedOut(true);
  tabs.postMessage({ kind: 'signed-out' } satisfies TabMessage);
}

function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Only a page at https or localhost has locks.
  return 'locks' in navigator ? navigator.locks.request('tripline.refresh', work) : work();
}
