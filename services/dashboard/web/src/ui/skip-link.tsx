import { createPortal } from 'react-dom';
import styles from './skip-link.module.css';

/** A further link at the very beginning of the page, for the keyboard: it leads past all else to the element with this id, which must take the focus. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  const place = document.getElementById('skip-links');
  if (place === null) return null;
  return createPortal(
    <a
      href={`#${to}`}
      className={styles.skipLink}
      onClick={(event) => {
        // The address is the page's own, and stays as it is.
        event.preventDefault();
        const target = document.getElementById(to);
        target?.scrollIntoView({ block: 'nearest' });
        target?.focus({ preventScroll: true });
      }}
    >
      {children}
    </a>,
    place,
  );
}
