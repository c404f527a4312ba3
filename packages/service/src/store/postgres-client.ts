import PostgresClient from 'knex/lib/dialects/postgres/index.js';
import { createPulse, type Pulse } from './pulse.js';

/** What knex is configured with, and what this client needs beside it. */
interface ClientConfig {
  readonly connection: { readonly connectionString: string; readonly application_name: string };
}

/** Knex's client for Postgres with a {@link Pulse} beside its pool. */
export class WatchedPostgresClient extends PostgresClient {
  readonly pulse: Pulse;

  constructor(config: ClientConfig) {
    super(config);
    this.pulse = createPulse(config.connection.connectionString, config.connection.application_name);
  }

  override async destroy(callback?: () => void): Promise<void> {
    await this.pulse.close();
    await super.destroy(callback);
  }
}
