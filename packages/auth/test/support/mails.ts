import { setTimeout } from 'node:timers/promises';
import { createMailSender, createSmtpMailer } from '@tripline/auth';
import { createDatabase, createLog } from '@tripline/service';
import type { TestDatabase } from '@tripline/stack';

/** What links in the mails of tests begin with. */
export const PUBLIC_URL = 'https://tripline.example.test/app';

/** Sends what is due in the outbox, as a service's worker does, until it is closed. It waits for the mail server as long as may be set. */
export function startMails(database: Pick<TestDatabase, 'databaseUrl'>, smtpUrl: string): { close(): Promise<void> } {
  const db = createDatabase({ url: database.databaseUrl, connections: 2, applicationName: 'mails' });
  const mailer = createSmtpMailer(smtpUrl, PUBLIC_URL, 30);
  const log = createLog({ name: 'mails', level: 'silent' });
  const mails = createMailSender({ db, log, mailer, publicUrl: PUBLIC_URL, retrySeconds: 1, observe: () => undefined });
  let ended = false;
  const sending = (async () => {
    while (!ended) {
      for (const id of await mails.due()) await mails.send(id);
      await setTimeout(50);
    }
  })();
  return {
    async close() {
      ended = true;
      await sending;
      mailer.close();
      await db.destroy();
    },
  };
}
