import { authMigrations } from '@tripline/auth';
import type { MigrationSet } from '@tripline/service';
import { coverageMigrations } from './coverage-migrations.js';

/** Every schema in Postgres that the service's processes use. */
export const coverageSchemas: readonly MigrationSet[] = [authMigrations, coverageMigrations];
