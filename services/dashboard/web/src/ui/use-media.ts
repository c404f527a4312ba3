import { useSyncExternalStore } from 'react';

/** Whether the window is as the media query says, now and whenever that changes. For what CSS alone cannot arrange. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
