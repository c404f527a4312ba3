import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

const PRODUCT = 'Tripline';

/** The thing whose page this is, such as a cloud account by its name; the product where a page is of no thing. */
export const TitleOf = createContext(PRODUCT);

/** What the page at an address is called, and of what it is. */
interface ShownTitle {
  readonly pathname: string;
  readonly title: string;
  readonly of: string | undefined;
}

let shown: ShownTitle | undefined;
const listeners = new Set<() => void>();

/** Gives the browser's tab its title, such as "Gaps · Sample account", and the breadcrumb its end. Nothing happens while the page does not know its name yet. */
export function useTitle(title: string | undefined): void {
  const of = useContext(TitleOf);
  const { pathname } = useLocation();
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · ${of}`;
    shown = { pathname, title, of: of === PRODUCT ? undefined : of };
    for (const listener of listeners) listener();
  }, [title, of, pathname]);
}

/** The title that was given last, which may be the page's before. */
export const useShownTitle = (): ShownTitle | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
