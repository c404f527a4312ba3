/**
 * What an error of Postgres means for the caller. `away`: it cannot do this now, and may soon. `conflict`: two pieces of work conflicted
 * and this one was ended; it may be tried again at once.
 */
export type PostgresFault = 'away' | 'conflict';

/** By SQLSTATE, else by its class, the first two characters (PostgreSQL manual, appendix A). Any other code is our own mistake. */
const BY_SQLSTATE: Readonly<Record<string, PostgresFault>> = {
  // Class 08: connection exceptions.
  '08': 'away',
  // A standby, or a server after a failover: it only reads.
  '25006': 'away',
  // Idle in a transaction, or in a transaction, for longer than the operator allows.
  '25P03': 'away',
  '25P04': 'away',
  // Classes 28 and 3D: the user, password or database is refused, for example while an operator changes them.
  '28': 'away',
  '3D': 'away',
  // Serialisation failure and deadlock.
  '40001': 'conflict',
  '40P01': 'conflict',
  // Class 53: disk full, out of memory, too many connections.
  '53': 'away',
  // A lock could not be had in the time that the operator allows.
  '55P03': 'away',
  // Class 57: cancelled, shutting down, starting up, crashed.
  '57': 'away',
  // Class 58: the server's own input and output failed.
  '58': 'away',
};

/** Socket errors for a server that is away or unreachable. */
const SOCKET_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'],
]);

/** Messages of the driver and the pool that have no code; the statement precedes them. */
const DRIVER_WORDS = [
  'timeout expired',
  'Query read timeout',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection ended unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Unable to acquire a connection',
];

/** The meaning of an error thrown by the pool, the driver or Postgres; undefined for any other. */
export function postgresFault(thrown: unknown): PostgresFault | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const { code, message, name } = thrown as Record<'code' | 'message' | 'name', unknown>;
  if (typeof code === 'string') {
    return BY_SQLSTATE[code] ?? BY_SQLSTATE[code.slice(0, 2)] ?? (SOCKET_CODES.has(code) ? 'away' : undefined);
  }
  if (name === 'KnexTimeoutError') return 'away';
  return DRIVER_WORDS.some((words) => message === words || String(message).endsWith(` - ${words}`))
    ? 'away'
    : undefined;
}

/**
 * Whether a connection that gave this error must not be used again: its server will give the same error, or an answer is still outstanding.
 */
export function spoilsConnection(thrown: unknown): boolean {
  const { code, message } = thrown as { code?: unknown; message?: unknown };
  return code === '25006' || (typeof message === 'string' && message.endsWith('Query read timeout'));
}
