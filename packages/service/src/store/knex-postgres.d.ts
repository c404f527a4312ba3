// Knex takes a client class of one's own in place of a name, and says so; its types leave out the class to begin from.
declare module 'knex/lib/dialects/postgres/index.js' {
  import { Knex } from 'knex';

  class PostgresClient extends Knex.Client {
    constructor(config: object);
    destroy(callback?: () => void): Promise<void>;
  }
  export = PostgresClient;
}
