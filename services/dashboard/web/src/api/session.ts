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

const MARK = 'tripline.session';
/** A token this close to its end is exchanged first, since the call would arrive too late. */
const EARLY_MS = 20_000;

let access: Access | undefined;
let state: SessionState = 'starting';
const listeners = new Set<() => void>();
const tabs = new BroadcastChannel('tripline.session');
tabs.onmessage = ({ data }: MessageEvent<SessionState>) => {
  if (data === 'signed-out') become('signed-out');
};

function become(next: SessionState, newAccess?: Access): void {
  access = newAccess;
  state = next;
  if (next === 'signed-in') localStorage.setItem(MARK, '1');
  else if (next === 'signed-out') localStorage.removeItem(MARK);
  for (const listener of listeners) listener();
}

/** The session's state, for components. */
export const useSession = (): SessionState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );

/** Says that a cookie will be there when the page is loaded again: before it leaves for an identity provider. */
export const expectCookie = (): void => localStorage.setItem(MARK, '1');

/** Begins a session with what a sign-in answered. */
export function beginSession(session: { readonly accessToken: string; readonly expiresAt: string }): void {
  become('signed-in', { token: session.accessToken, expiresAt: Date.parse(session.expiresAt) });
}

/** Finds out whether this browser has a session. */
export async function startSession(): Promise<void> {
  if (localStorage.getItem(MARK) === null) become('signed-out');
  else await exchange().catch(() => become('signed-out'));
}

/** A token that is good for a while yet; undefined when nobody is signed in. */
export async function accessToken(): Promise<string | undefined> {
  if (state === 'signed-out') return undefined;
  if (access === undefined || access.expiresAt - EARLY_MS < Date.now()) await exchange();
  return access?.token;
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
      if (response.status === 401 || response.status === 403) become('signed-out');
      throw errorOf(response, body);
    }
  }).finally(() => {
    exchanging = undefined;
  });
  return exchanging;
}

/** Ends the session, here and in the other tabs. */
export async function endSession(): Promise<void> {
  const token = await accessToken().catch(() => undefined);
  await fetch('/v1/auth/logout', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-client': 'browser',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: '{}',
  }).catch(() => undefined);
  become('signed-out');
  tabs.postMessage('signed-out' satisfies SessionState);
}

function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Only a page at https or localhost has locks.
  return 'locks' in navigator ? navigator.locks.request('tripline.refresh', work) : work();
}
