import type { Knex } from 'knex';
import type { TraceBackend } from '../trace.js';

/** A statement as knex reports it. `sql` has placeholders for values. */
interface Statement {
  readonly __knexQueryUid: string;
  readonly sql: string;
}

const TEXT_MAX = 2_000;

/** Makes a span of each statement in a trace, with its text and placeholders but never a value. */
export function traceQueries(db: Knex, backend: TraceBackend): void {
  const spans = new Map<string, { end(error?: unknown): void }>();
  const end = ({ __knexQueryUid: id }: Statement, error?: unknown): void => {
    spans.get(id)?.end(error);
    spans.delete(id);
  };
  db.on('query', (statement: Statement) => {
    const operation = /^\s*(\w+)/.exec(statement.sql)?.[1]?.toLowerCase() ?? 'statement';
    const span = backend.begin(`postgres ${operation}`, {
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': statement.sql.slice(0, TEXT_MAX),
      },
    });
    if (span !== undefined) spans.set(statement.__knexQueryUid, span);
  });
  db.on('query-response', (_rows: unknown, statement: Statement) => end(statement));
  db.on('query-error', (error: unknown, statement: Statement) => end(statement, error));
}
