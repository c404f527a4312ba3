import { readFileSync } from 'node:fs';

/** One operation of a service: `METHOD path`, as in its OpenAPI document. */
export interface AccessRow {
  readonly service: string;
  readonly operation: string;
  /** The expected status for each kind of caller. */
  readonly expected: readonly (readonly [caller: string, status: number])[];
}

/** Reads the rows of access-table.txt. @throws Error for a row that does not have one status per caller */
export function readAccessTable(): { readonly callers: readonly string[]; readonly rows: readonly AccessRow[] } {
  const text = readFileSync(new URL('../access-table.txt', import.meta.url), 'utf8');
  const [head = '', ...lines] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const callers = head.trim().split(/\s+/).slice(2);
  const rows = lines.map((line) => {
    const [service = '', method, path, ...statuses] = line.trim().split(/\s+/);
    const expected = callers.map((caller, index) => [caller, Number(statuses[index])] as const);
    if (statuses.length !== callers.length || expected.some(([, status]) => !(status >= 200 && status < 600))) {
      throw new Error(`access-table.txt needs a status for each of ${callers.length} callers: ${line}`);
    }
    return { service, operation: `${method} ${path}`, expected };
  });
  return { callers, rows };
}
