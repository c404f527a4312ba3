import type { ReactNode } from 'react';
import styles from './badge.module.css';

const BADGE_CLASSES: Readonly<Record<string, string | undefined>> = {
  bad: styles.badgeBad,
  good: styles.badgeGood,
  info: styles.badgeInfo,
  warn: styles.badgeWarn,
};

/** A word about a thing's state or class. Its colour only repeats what the word says. */
export const Badge = ({
  kind = 'plain',
  children,
}: {
  kind?: 'plain' | 'good' | 'warn' | 'bad' | 'info';
  children: ReactNode;
}) => <span className={`${styles.badge} ${BADGE_CLASSES[kind] ?? ''}`}>{children}</span>;
