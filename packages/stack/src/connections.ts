import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, createRoles, type DatabaseUrls, roleUrls } from './databases.js';
import type { InstanceSecrets } from './instance.js';
import { FIRST_PORTS } from './port-plan.js';
import { startPostgres } from './postgres.js';
import type { ProcessBook } from './process-book.js';
import { startRedis } from './redis.js';

/** Where a stack's own servers keep their files. */
export interface ServerFolder {
  readonly folder: string;
  logFile(name: string): string;
}

/** A setting that the caller gave, as `NAME` or as the content of the file `NAME_FILE`; an empty one counts as missing. */
export function givenSetting(name: string): string | undefined {
  const file = process.env[`${name}_FILE`];
  const value = process.env[name] || (file ? readFileSync(file, 'utf8').trim() : '');
  return value === '' ? undefined : value;
}

/** The databases' addresses: those in the environment, else those of an embedded cluster started here. */
export async function openDatabase(
  files: ServerFolder,
  secrets: InstanceSecrets,
  book: ProcessBook,
): Promise<DatabaseUrls> {
  const given = givenSetting('DATABASE_URL');
  if (given !== undefined) {
    return { databaseUrl: given, migrationDatabaseUrl: givenSetting('MIGRATION_DATABASE_URL') ?? given };
  }
  const password = secrets.databasePassword;
  const postgres = await startPostgres({
    dataDir: join(files.folder, 'postgres'),
    port: FIRST_PORTS.postgres,
    password,
    logFile: files.logFile('postgres'),
  });
  book.add(postgres.process, 'SIGINT');
  await createRoles(postgres.adminUrl, password);
  await createDatabase(postgres.adminUrl, 'tripline');
  return roleUrls(postgres.adminUrl, 'tripline', password);
}

/** The address of Redis: that in the environment, else that of one started here. */
export async function openRedis(files: ServerFolder, secrets: InstanceSecrets, book: ProcessBook): Promise<string> {
  const given = givenSetting('REDIS_URL');
  if (given !== undefined) return given;
  const redis = await startRedis({
    port: FIRST_PORTS.redis,
    password: secrets.redisPassword,
    dataDir: join(files.folder, 'redis'),
    logFile: files.logFile('redis'),
  });
  book.add(redis.process, 'SIGTERM');
  return redis.url;
}
