import { join } from 'node:path';
import { type MailCatcher, startMailCatcher } from '@tripline/mail-catcher';
import { givenSetting, openDatabase, openRedis } from './connections.js';
import { onFirstFree } from './held-port.js';
import type { Instance, InstanceSecrets } from './instance.js';
import { type ServiceUrls, serviceEnvironment, startServices } from './local-services.js';
import { migrate } from './migrate.js';
import { FIRST_PORTS, portsFrom } from './port-plan.js';
import { createProcessBook } from './process-book.js';
import type { Progress } from './progress.js';
import { type SampleCloud, startSampleCloud } from './sample-cloud.js';

/** A running local stack. */
export interface LocalStack extends ServiceUrls {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Where people and programs read the mails that were sent; undefined where the environment names a mail server. */
  readonly mailUrl: string | undefined;
  /** The AWS sample server; undefined where the environment names another AWS. */
  readonly sampleCloud: SampleCloud | undefined;
  /** Resolves, with a sentence, when a process that should stay up ends by itself. */
  readonly broken: Promise<string>;
  stop(): Promise<void>;
  /** Ends everything at once, for a second Ctrl-C. */
  kill(): void;
}

/**
 * Starts Postgres and Redis (unless the environment names them), migrates, and starts the services with a sample AWS to scan. When a step
 * fails, everything that was started is stopped.
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
  const mails = givenSetting('SMTP_URL') === undefined ? await catchMails() : undefined;
  const stop = async (): Promise<void> => {
    await book.stop();
    await sampleCloud?.close();
    await mails?.close();
  };
  try {
    const urls = await progress.step('Postgres', () => openDatabase(files, secrets, book));
    const redisUrl = await progress.step('Redis', () => openRedis(files, secrets, book));
    const env = serviceEnvironment(urls, redisUrl, secrets);
    await progress.step('Migrations', () => migrate(env, urls));
    sampleCloud = await startSampleCloud(portsOrAny(FIRST_PORTS.awsSample));
    const services = await startServices({
      book,
      progress,
      logFile,
      env,
      smtpUrl: mails?.smtpUrl,
      cloudEnv: sampleCloud?.env ?? {},
    });
    return {
      ...services,
      databaseUrl: urls.databaseUrl,
      redisUrl,
      mailUrl: mails?.httpUrl,
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

/** The ports from `first` on; with PORT=0, which asks for free ports everywhere, any. */
const portsOrAny = (first: number): readonly number[] => (process.env['PORT'] === '0' ? [0] : portsFrom(first));

/** A mail catcher on the first pair of ports that are both free. */
function catchMails(): Promise<MailCatcher> {
  const smtpPorts = portsOrAny(FIRST_PORTS.smtp);
  const httpPorts = portsOrAny(FIRST_PORTS.mailPage);
  return onFirstFree(
    httpPorts.map((_, copy) => copy),
    (copy) => startMailCatcher({ httpPort: httpPorts[copy] ?? 0, smtpPort: smtpPorts[copy] ?? 0 }),
  );
}
