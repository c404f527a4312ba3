import { authMigrations } from '@tripline/auth';
import type { MigrationSet } from '@tripline/service';
import { rulesMigrations } from './rules-migrations.js';

/** Everything the service's processes find in Postgres. */
export const rulesSchemas: readonly MigrationSet[] = [authMigrations, rulesMigrations];
