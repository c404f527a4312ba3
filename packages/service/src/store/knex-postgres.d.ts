// Knex accepts a client class in place of a name, but its types lack the class to extend.
declare module 'knex/lib/dialects/postgres/index.js' {
  import { Knex } from 'knex';

  class PostgresClient extends Knex.Client {
    constructor(config: object);
    pool: { numUsed(): number; numPendingAcquires(): number } | undefined;
    acquireConnection(): Promise<unknown>;
    transaction(work: unknown, config: unknown, outer: unknown): Promise<unknown>;
    _query(connection: object, statement: object): Promise<unknown>;
    destroy(callback?: () => void): Promise<void>;
  }
  export = PostgresClient;
}
