/**
 * What a fault of Postgres means to whoever called. `away`: it cannot do this now, and may soon. `conflict`: two pieces of work met, and this
 * one was ended; it may be tried again at once.
 */
export type PostgresFault = 'away' | 'conflict';

/** By SQLSTATE, else by its class, the first two characters (PostgreSQL manual, appendix A). Whatever is not here is our own mistake. */
const BY_SQLSTATE: Readonly<Record<string, PostgresFault>> = {
  // Class 08: connection exceptions.
  '08': 'away',
  // A standby, or a server that failed over: it reads, and writes nothing.
  '25006': 'away',
  // Idle in a transaction, or in it, for longer than the operator allows.
  '25P03': 'away',
  '25P04': 'away',
  // Class 28 and 3D: the address's user, password or database is refused, as while an operator changes them.
  '28': 'away',
  '3D': 'away',
  // Serialisation failure and deadlock.
  '40001': 'conflict',
  '40P01': 'conflict',
  // Class 53: disk full, out of memory, too many connections.
  '53': 'away',
  // A lock was not to be had in the time the operator allows.
  '55P03': 'away',
  // Class 57: cancelled, shutting down, starting up, crashed.
  '57': 'away',
  // Class 58: the server's own input and output failed.
  '58': 'away',
};

/** The socket's words for nobody being there, or no way leading there. */
const SOCKET_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'],
]);

/** The driver's and the pool's words, where they give no code; the statement comes before them. */
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

/** What a fault thrown by the pool, the driver or Postgres means; undefined for every other. */
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

/** Whether a connection that gave this fault is of no more use: what it leads to will not do better, or an answer is still owed on it. */
export function spoilsConnection(thrown: unknown): boolean {
  const { code, message } = thrown as { code?: unknown; message?: unknown };
  return code === '25006' || (typeof message === 'string' && message.endsWith('Query read timeout'));
}
