import type { Operation } from './document.js';
import { type FuzzRequest, toLine } from './request.js';

/** Counts of a run by operation and status, and the faults found. */
export interface Report {
  count(name: string, status: number): void;
  fault(request: FuzzRequest, faults: readonly string[]): void;
  /** Records something that the fuzzer itself could not do. */
  trouble(sentence: string): void;
  /** Whether an operation has succeeded at least once. */
  succeeded(name: string): boolean;
  /** The number of operations without a success, kinds of faults and troubles; zero for a good run. */
  failures(): number;
  /** The number of kinds of faults. */
  faults(): number;
  /** The number of requests so far. */
  sent(): number;
  print(write: (line: string) => void): void;
}

/** Maximum requests shown for one kind of fault. */
const SHOWN = 3;

export function createReport(operations: readonly Operation[]): Report {
  const counts = new Map<string, Map<number, number>>(operations.map((one) => [keyOf(one), new Map()]));
  const faults = new Map<string, { count: number; lines: string[] }>();
  const troubles = new Map<string, number>();
  const succeeded = (name: string): boolean =>
    [...(counts.get(name)?.keys() ?? [])].some((each) => each >= 200 && each < 400);
  const without = (): string[] => operations.map(keyOf).filter((name) => !succeeded(name));
  return {
    count(name, status) {
      const row = counts.get(name) ?? new Map<number, number>();
      counts.set(name, row);
      row.set(status, (row.get(status) ?? 0) + 1);
    },
    fault(request, sentences) {
      for (const sentence of sentences) {
        const kind = `${request.service} ${request.method} ${kindOf(request.path)}: ${sentence.replaceAll(/[\da-f-]{36}|\d{3,}/g, '…').slice(0, 160)}`;
        const known = faults.get(kind) ?? { count: 0, lines: [] };
        faults.set(kind, known);
        known.count += 1;
        if (known.lines.length < SHOWN) known.lines.push(`    ${sentence}\n      ${againOf(request)}`);
      }
    },
    trouble: (sentence) => void troubles.set(sentence, (troubles.get(sentence) ?? 0) + 1),
    succeeded,
    faults: () => faults.size,
    sent: () => [...counts.values()].flatMap((row) => [...row.values()]).reduce((sum, count) => sum + count, 0),
    failures: () => without().length + faults.size + troubles.size,
    print(write) {
      const rows = [...counts].map(([name, row]) => {
        const shown = [...row].sort(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`);
        return `  ${name.padEnd(58)} ${shown.join('  ')}`;
      });
      for (const row of rows) write(row);
      for (const name of without()) write(`✗ never a success: ${name}`);
      for (const [sentence, count] of troubles) write(`✗ ${count} × ${sentence}`);
      for (const [kind, { count, lines }] of [...faults].sort((a, b) => b[1].count - a[1].count)) {
        write(`✗ ${count} × ${kind}`);
        for (const line of lines) write(line);
      }
    },
  };
}

/** Longer bodies are generated, and would fill the screen. */
const SHOWN_BODY = 100_000;

/** Describes how to send a request again. */
const againOf = (request: FuzzRequest): string =>
  (request.body?.length ?? 0) > SHOWN_BODY
    ? `${request.method} ${request.path} with ${request.broken.join(', ')}`
    : `--again '${toLine(request).replaceAll("'", '\\u0027')}'`;

/** Names an operation uniquely over both services. */
export const keyOf = ({ name, service }: Pick<Operation, 'name' | 'service'>): string => `${service} ${name}`;

/** Gives a path with the ids and placeholders removed. */
const kindOf = (path: string): string =>
  (path.split('?')[0] ?? '').replaceAll(/\{\{\w+\.(\w+)\}\}/g, '{$1}').slice(0, 60);
