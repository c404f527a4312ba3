import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { addressNow } from '../use-selection.js';
import { type Choice, ORDERS, type Order } from './standing.js';

const NAMES = { level: 'level', log: 'log', state: 'state', order: 'order' } as const;

/** What the address says is shown of the rules, and the way to change it. */
export function useChoice(): readonly [Choice, (change: Partial<Choice>) => void] {
  const [search, setSearch] = useSearchParams();
  const [level, log, state] = [NAMES.level, NAMES.log, NAMES.state].map((name) => search.get(name) ?? '');
  const named = search.get(NAMES.order) as Order;
  const order = ORDERS.includes(named) ? named : 'report';
  const choice = useMemo(
    () => ({ level: level ?? '', log: log ?? '', state: state ?? '', order }),
    [level, log, state, order],
  );
  const change = (next: Partial<Choice>): void =>
    setSearch(
      () => {
        const after = addressNow();
        for (const [name, value] of Object.entries(next)) {
          if (value === '' || value === 'report') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { preventScrollReset: true, replace: true },
    );
  return [choice, change];
}
