import { Fragment } from 'react';
import styles from './keys.module.css';
import { isMac } from './shortcuts.js';

/** The keys of a shortcut, as they stand on a keyboard. */
export const Keys = ({ keys }: { keys: string }) => (
  <span className={styles.keys}>
    {keys.split(' ').map((stroke, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a key is its place.
      <Fragment key={index}>
        {index > 0 && <span className="dim"> then </span>}
        {stroke.split('+').map((key) => (
          <kbd key={key} className={styles.key}>
            {key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key}
          </kbd>
        ))}
      </Fragment>
    ))}
  </span>
);
