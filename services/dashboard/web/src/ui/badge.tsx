import './badge.css';
import type { ReactNode } from 'react';

/** A word about a thing's state or class. Its colour only repeats what the word says. */
export const Badge = ({
  kind = 'plain',
  children,
}: {
  kind?: 'plain' | 'good' | 'warn' | 'bad' | 'info';
  children: ReactNode;
}) => <span className={`badge badge-${kind}`}>{children}</span>;
