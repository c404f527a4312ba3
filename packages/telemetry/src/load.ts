import { lazyData } from './data-file.js';
import type { Log, Row } from './log.js';
import { type Deed, EVERYDAY, KEPT, type Thing } from './vocabulary.js';

/** What `npm run knowledge` makes of `logs/`. */
interface CompiledLogs {
  readonly logs: readonly Log[];
}

interface Table {
  readonly logs: ReadonlyMap<string, Log>;
  readonly bySource: ReadonlyMap<string, Log>;
  /** The logs of products that have one only. */
  readonly onlyOfProduct: ReadonlyMap<string, Log>;
  readonly byThing: ReadonlyMap<Thing, readonly Row[]>;
}

const table = lazyData('logs.json', ({ logs }: CompiledLogs): Table => {
  const byId = new Map(logs.map((log) => [log.id, log]));
  // Where two logs have one source, the first of the table stands for both.
  const bySource = new Map(logs.toReversed().map((log) => [sourceKey(log.logsource), log]));
  const onlyOfProduct = new Map<string, Log>();
  for (const log of logs) {
    const { product } = log.logsource;
    const isOnly = logs.every((other) => other === log || other.logsource.product !== product);
    if (product !== undefined && isOnly) onlyOfProduct.set(product.toLowerCase(), log);
  }
  const byThing = new Map<Thing, Row[]>();
  for (const row of logs.flatMap(({ rows }) => rows)) {
    const rows = byThing.get(row.thing);
    if (rows === undefined) byThing.set(row.thing, [row]);
    else rows.push(row);
  }
  const logOf = (row: Row): Log => byId.get(row.log) as Log;
  for (const rows of byThing.values()) rows.sort((a, b) => compareRows(a, b, logOf(a), logOf(b)));
  return { logs: byId, bySource, onlyOfProduct, byThing };
});

/** All logs of the table, by id. The file is read once per process, at first use. */
export function loadLogs(): readonly Log[] {
  return [...table().logs.values()];
}

/** The log of an id (`windows/security`); undefined when there is none. */
export function logById(id: string): Log | undefined {
  return table().logs.get(id);
}

/**
 * The log that a log source of Sigma means, by its product, category and service; a product alone means its log where it has one only.
 * Undefined when the table has none of it.
 */
export function logOfSource(source: Log['logsource']): Log | undefined {
  const { bySource, onlyOfProduct } = table();
  const exact = bySource.get(sourceKey(source));
  if (exact !== undefined || source.category !== undefined || source.service !== undefined) return exact;
  return onlyOfProduct.get(source.product?.toLowerCase() ?? '');
}

function sourceKey({ product = '', category = '', service = '' }: Log['logsource']): string {
  return [product, category, service].join('|').toLowerCase();
}

/**
 * The rows that show a thing to which a deed was done, the best first: those that are the usual choice, then those of logs that are kept more
 * widely, then those that an ordinary day brings less of. Without a deed, the rows of the thing
 * that are taken where it is not known. Empty where no log shows it. Rows of all
 * products come together; whoever knows the system picks those of its logs.
 */
export function rowsFor(thing: Thing, deed?: Deed): readonly Row[] {
  const rows = table().byThing.get(thing) ?? [];
  return rows.filter((row) => (deed === undefined ? row.open : row.deed.includes(deed)));
}

function compareRows(a: Row, b: Row, logA: Log, logB: Log): number {
  return (
    Number(b.usual) - Number(a.usual) ||
    KEPT.indexOf(logA.kept) - KEPT.indexOf(logB.kept) ||
    EVERYDAY.indexOf(a.everyday) - EVERYDAY.indexOf(b.everyday) ||
    // Rows of one log stay in the order of its file.
    (a.log === b.log ? 0 : a.log < b.log ? -1 : 1)
  );
}
