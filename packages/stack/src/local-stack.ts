import { join } from 'node:path';
import { openDatabase, openRedis } from './connections.js';
import type { Instance, InstanceSecrets } from './instance.js';
import { type ServiceUrls, serviceEnvironment, startServices } from './local-services.js';
import { migrate } from './migrate.js';
import { createProcessBook } from './process-book.js';
import type { Progress } from './progress.js';
import { type SampleCloud, startSampleCloud } from './sample-cloud.js';

/** A running local stack. */
export interface LocalStack extends ServiceUrls {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** The stand-in for AWS; undefined where the environment names another. */
  readonly sampleCloud: SampleCloud | undefined;
  /** Settles, with a sentence, when a process that should stay up ends by itself. */
  readonly broken: Promise<string>;
  stop(): Promise<void>;
  /** Ends everything at once: for a second Ctrl-C. */
  kill(): void;
}

/**
 * Brings up Postgres and Redis (unless the environment names some), migrates, and starts the services with a sample AWS to scan. Whatever was
 * started is stopped again when a step fails.
 */
export async function startLocalStack(
  instance: Instance,
  secrets: InstanceSecrets,
  progress: Progress,
): Promise<LocalStack> {
  const book = createProcessBook(instance);
  const logFile = (name: string) => join(instance.folder, 'logs', `${name}.log`);
  const files = { folder: instance.folder, logFile };
  let sampleCloud: SampleCloud | undefined;
  const stop = async (): Promise<void> => {
    await book.stop();
    await sampleCloud?.close();
  };
  try {
    const urls = await progress.step('Postgres', () => openDatabase(files, secrets, book));
    const redisUrl = await progress.step('Redis', () => openRedis(files, secrets, book));
    const env = serviceEnvironment(urls, redisUrl, secrets);
    await progress.step('Migrations', () => migrate(env, urls));
    sampleCloud = await startSampleCloud();
    const services = await startServices({ book, progress, logFile, env, cloudEnv: sampleCloud?.env ?? {} });
    return {
      ...services,
      databaseUrl: urls.databaseUrl,
      redisUrl,
      sampleCloud,
      broken: book.broken,
      stop,
      kill: book.kill,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
