import { runMigrateCommand } from '@tripline/auth';
import { rulesMigrations } from './store/rules-migrations.js';

await runMigrateCommand(rulesMigrations);
