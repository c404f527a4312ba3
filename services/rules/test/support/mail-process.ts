import type { TestDatabase } from '@tripline/stack';
import { PUBLIC_URL } from '../../../../packages/auth/test/support/mails.js';
import { type ServiceProcess, startProcess } from './process.js';

/**
 * Starts the worker, which sends mail to a server and is quick to try again. It waits for the server as long as may be set: on a slow machine a
 * shorter time would send a mail twice. A test in which the server says nothing gives a shorter one.
 */
export async function startMailProcess(
  database: Pick<TestDatabase, 'databaseUrl'>,
  smtpUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<ServiceProcess> {
  const worker = startProcess('worker', database, {
    PUBLIC_URL,
    SMTP_URL: smtpUrl,
    LIMIT_MAIL_SECONDS: '30',
    LIMIT_MAIL_RETRY_SECONDS: '1',
    ...env,
  });
  await worker.listening();
  return worker;
}
