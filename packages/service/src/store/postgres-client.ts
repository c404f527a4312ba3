import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostgresClient from 'knex/lib/dialects/postgres/index.js';
import { postgresFault, spoilsConnection } from './postgres-faults.js';
import { createPulse, PostgresSilentError, type Pulse } from './pulse.js';

/** How often Postgres is checked while connections are in use. */
const WATCH_MS = 1_000;

/** The part of knex's configuration that this client needs. */
interface ClientConfig {
  readonly connection: {
    readonly connectionString: string;
    readonly application_name: string;
    /** Also how long Postgres may be silent before it counts as away. */
    readonly connectionTimeoutMillis: number;
  };
}

/** The driver's connection, with knex's own fields. */
interface Connection {
  __knexTxId?: string;
  __knex__disposed?: unknown;
}

/**
 * Knex's client for Postgres, for callers with a promised answer time. While connections are in use, a {@link Pulse} beside the pool checks
 * whether Postgres answers. When it is silent, every connection is cut, and everything that waits for one or wants one fails at once, until
 * Postgres answers again. So a statement may take long, but nobody waits long for a Postgres that hangs. A statement or transaction that
 * Postgres ended because of a conflict (deadlock, serialisation) is repeated once: work given to `transaction` may run twice.
 */
export class WatchedPostgresClient extends PostgresClient {
  readonly pulse: Pulse;
  private readonly silenceMs: number;
  private readonly sockets: Set<Socket>;
  private silent = false;
  private ended = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(config: ClientConfig) {
    const sockets = new Set<Socket>();
    const stream = (): Socket => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    };
    super({ ...config, connection: { ...config.connection, stream } });
    this.sockets = sockets;
    const { application_name, connectionString, connectionTimeoutMillis } = config.connection;
    this.silenceMs = connectionTimeoutMillis;
    this.pulse = createPulse(connectionString, application_name, connectionTimeoutMillis);
    this.watch();
  }

  override async acquireConnection(): Promise<unknown> {
    if (this.silent) throw new PostgresSilentError(this.silenceMs);
    return super.acquireConnection();
  }

  override transaction(work: unknown, config: unknown, outer: unknown): Promise<unknown> {
    const run = (): Promise<unknown> => super.transaction(work, config, outer);
    return outer ? run() : onceMore(run, () => true);
  }

  override async _query(connection: Connection, statement: object): Promise<unknown> {
    try {
      // Inside a transaction, the whole transaction must be repeated.
      return await onceMore(
        () => super._query(connection, statement),
        () => connection.__knexTxId === undefined,
      );
    } catch (error) {
      if (spoilsConnection(error)) connection.__knex__disposed = error;
      throw error;
    }
  }

  override async destroy(callback?: () => void): Promise<void> {
    this.ended = true;
    clearTimeout(this.timer);
    await this.pulse.close();
    await super.destroy(callback);
  }

  private watch(): void {
    if (this.ended) return;
    this.timer = setTimeout(() => void this.look().finally(() => this.watch()), WATCH_MS).unref();
  }

  private async look(): Promise<void> {
    const { pool } = this;
    const inUse = pool !== undefined && pool.numUsed() + pool.numPendingAcquires() > 0;
    if (!inUse && !this.silent) return;
    try {
      await this.pulse.ask('select 1');
      this.silent = false;
    } catch (error) {
      // A refusal is an answer too: whoever uses a connection gets an error of their own.
      this.silent = error instanceof PostgresSilentError;
      if (this.silent) for (const socket of this.sockets) socket.destroy(new PostgresSilentError(this.silenceMs));
    }
  }
}

/** At once, the repeated work could take the lock again that the other transaction is just being woken for, and deadlock a second time. */
const PAUSE_AFTER_CONFLICT_MS = 100;

/** Does work, and repeats it once after a conflict and a pause, if it may be repeated. */
async function onceMore<Result>(work: () => Promise<Result>, mayRepeat: () => boolean): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (postgresFault(error) !== 'conflict' || !mayRepeat()) throw error;
    await sleep(PAUSE_AFTER_CONFLICT_MS * (1 + Math.random()));
    return work();
  }
}
