import styles from './accounts.module.css';

/** How many are covered, partly covered, unknown and not covered; null counts as none. */
export interface Shares {
  readonly covered: number | null;
  readonly partial: number | null;
  readonly unknown: number | null;
  readonly gap: number | null;
}

/** Parts of a whole side by side, in a cell of a table whose figures say the same. */
export const ShareBar = ({ covered, gap, partial, unknown }: Shares) => {
  const parts = [
    { fill: styles.barCovered, count: covered ?? 0 },
    { fill: styles.barPartial, count: partial ?? 0 },
    { fill: styles.barUnknown, count: unknown ?? 0 },
    { fill: styles.barGap, count: gap ?? 0 },
  ];
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={styles.bar} aria-hidden="true" style={{ minWidth: '7rem' }}>
      {parts.map(({ count, fill }) => (
        <span key={fill} className={fill} style={{ width: `${(100 * count) / Math.max(1, total)}%` }} />
      ))}
    </div>
  );
};
