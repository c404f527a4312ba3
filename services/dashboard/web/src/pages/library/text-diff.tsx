import { diffLines } from 'diff';
import styles from './library.module.css';

/** Two texts line by line: what was taken away has a minus before it, what came a plus. */
export const TextDiff = ({ from, label, to }: { from: string; to: string; label: string }) => {
  const parts = diffLines(from, to);
  if (parts.every(({ added, removed }) => !added && !removed)) return <p className="dim">Both are the same.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the keyboard's focus.
    <section className={styles.diff} aria-label={label} tabIndex={0}>
      <code>
        {parts.flatMap(({ added, removed, value }, part) => {
          const kind = added ? 'added' : removed ? 'removed' : 'same';
          const sign = added ? '+' : removed ? '−' : ' ';
          return value
            .replace(/\n$/, '')
            .split('\n')
            .map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place.
              <span key={`${part} ${index}`} className={styles.diffLine} data-kind={kind}>
                {sign} {line}
              </span>
            ));
        })}
      </code>
    </section>
  );
};
