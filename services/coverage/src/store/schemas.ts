import { authMigrations } from '@tripline/auth';
import type { MigrationSet } from '@tripline/service';
import { coverageMigrations } from './coverage-migrations.js';

/** Everything the service's processes find in Postgres. */
export const coverageSchemas: readonly MigrationSet[] = [authMigrations, coverageMigrations];
