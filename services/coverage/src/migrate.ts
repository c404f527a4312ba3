import { runMigrateCommand } from '@tripline/auth';
import { coverageMigrations } from './store/coverage-migrations.js';

await runMigrateCommand(coverageMigrations);
