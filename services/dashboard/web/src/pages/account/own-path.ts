/** A path of this page; anything else would let a link lead elsewhere after the sign-in. */
export function ownPath(to: string | null): string {
  const base = new URL('/', location.href);
  const url = to === null ? base : new URL(to, base);
  return url.origin === base.origin ? url.pathname + url.search + url.hash : '/';
}

/** An address of a page before the sign-in that remembers where somebody wants to be after it. */
export const withReturn = (path: string, to: string | null): string =>
  to === null ? path : `${path}?to=${encodeURIComponent(to)}`;
