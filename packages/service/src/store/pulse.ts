import { Socket } from 'node:net';
import pg from 'pg';

/** A connection beside a pool that checks whether Postgres answers, without waiting for a free connection of the pool. */
export interface Pulse {
  /**
   * Runs a small statement; connects first where needed.
   * @throws PostgresSilentError when no answer came in time, else the error of Postgres or the socket
   */
  ask<Row extends pg.QueryResultRow>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Postgres did not answer: it hangs, or the network loses what is sent. */
export class PostgresSilentError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(silenceMs: number) {
    super(`Postgres has not answered for ${silenceMs / 1000} s`);
    this.name = 'PostgresSilentError';
  }
}

interface Beside {
  readonly client: pg.Client;
  readonly socket: Socket;
  readonly connected: Promise<unknown>;
  /** Settles when the last statement so far has its answer: the driver takes one at a time. It never rejects. */
  last: Promise<unknown>;
}

/** Creates a pulse, for which Postgres counts as away after so long a silence; it connects at the first call. */
export function createPulse(url: string, applicationName: string, silenceMs: number): Pulse {
  let current: Beside | undefined;
  const connect = (): Beside => {
    const socket = new Socket();
    const client = new pg.Client({
      stream: () => socket,
      connectionString: url,
      application_name: `${applicationName} (pulse)`,
      statement_timeout: silenceMs,
      keepAlive: true,
    });
    const opened: Beside = { client, socket, connected: client.connect(), last: Promise.resolve() };
    // A caller gets the error; between calls an error does not matter, and the next call connects again.
    const forget = (): void => {
      if (current === opened) current = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    opened.connected.catch(forget);
    return opened;
  };
  return {
    async ask<Row extends pg.QueryResultRow>(statement: string, values: readonly unknown[] = []) {
      current ??= connect();
      const beside = current;
      const { client, connected, last, socket } = beside;
      const asked = connected.then(() => last).then(() => client.query<Row>(statement, [...values]));
      beside.last = asked.catch(() => undefined);
      try {
        return (await answerWithin(asked, silenceMs)).rows;
      } catch (error) {
        if (error instanceof PostgresSilentError) socket.destroy(error);
        throw error;
      }
    },
    async close() {
      const closing = current;
      current = undefined;
      await closing?.client.end().catch(() => undefined);
    },
  };
}

/** Waits for an answer. A process that was itself busy for so long first reads what has arrived meanwhile. */
function answerWithin<Answer>(answer: Promise<Answer>, silenceMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new PostgresSilentError(silenceMs))), silenceMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
