import { createMailSender, createSmtpMailer } from '@tripline/auth';
import { createLog } from '@tripline/service';
import { eventually } from '@tripline/stack';
import { startMailServer, tokenOfMail } from '../../../../packages/auth/test/support/mail-server.js';
import { PUBLIC_URL } from '../../../../packages/auth/test/support/mails.js';
import { createHarness, newEmail, PASSWORD } from '../support/harness.js';
import { startMailProcess } from '../support/mail-process.js';
import { killProcesses } from '../support/process.js';

test('a worker that is killed while it sends a mail loses none: another sends it once the two minutes are over', async () => {
  const harness = await createHarness();
  const server = await startMailServer();
  const mailer = createSmtpMailer(server.url, PUBLIC_URL, 30);
  try {
    const service = harness.start({ PUBLIC_URL });
    const email = newEmail();
    const waiting = () => service.db('auth.outbox').where({ email });
    server.behave('hangs');
    const worker = await startMailProcess(harness.database, server.url, { LIMIT_MAIL_SECONDS: '30' });
    const before = server.connections();
    await service.http.post('/v1/auth/register').send({ email, password: PASSWORD }).expect(201);
    await eventually(async () => server.connections() > before);
    worker.child.kill('SIGKILL');
    await worker.exited;
    server.behave('accept');
    const pause = service.db.raw('round(extract(epoch from due_at - clock_timestamp()))::int as pause');
    expect(await waiting()).toMatchObject([{ attempts: 1, error: null }]);
    expect((await waiting().first(pause)).pause).toBeGreaterThan(60);
    // The dead worker had it for two minutes; they pass.
    await waiting().update({ due_at: service.db.fn.now() });
    const log = createLog({ name: 'test', level: 'silent' });
    const sender = createMailSender({
      ...{ db: service.db, log, mailer, publicUrl: PUBLIC_URL, retrySeconds: 30 },
      observe: () => undefined,
    });
    for (const id of await sender.due()) await sender.send(id);
    const token = tokenOfMail(await server.arrived(email));
    await service.http.post('/v1/auth/verify-email').send({ token }).expect(200);
  } finally {
    await killProcesses();
    await mailer.close();
    await harness.close();
    await server.close();
  }
});
