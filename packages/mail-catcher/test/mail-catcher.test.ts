import { once } from 'node:events';
import { connect } from 'node:net';
import { type MailCatcher, startMailCatcher } from '@tripline/mail-catcher';
import { createTransport } from 'nodemailer';

let catcher: MailCatcher;
beforeAll(async () => {
  catcher = await startMailCatcher();
});
afterAll(() => catcher.close());

async function send(to: string | string[], subject = 'A subject', text = 'A text.'): Promise<void> {
  const transport = createTransport(catcher.smtpUrl);
  await transport.sendMail({ from: 'Tripline <no-reply@example.test>', to, subject, text, html: `<p>${text}</p>` });
  transport.close();
}

async function ask(method: string, query: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${catcher.httpUrl}${query}`, { method });
  return { status: answer.status, body: await answer.json() };
}

test('shows a mail sent over SMTP with its parts decoded, long lines and umlauts included', async () => {
  const text = `Grüße: https://example.test/verify-email#token=${'a'.repeat(120)}`;
  await send('Ada@example.test', 'Grüße an Ada', text);
  expect((await ask('GET', '/mails?to=ada@example.test')).body).toEqual({
    mails: [
      {
        to: ['ada@example.test'],
        from: '"Tripline" <no-reply@example.test>',
        subject: 'Grüße an Ada',
        text: expect.stringContaining(text),
        html: expect.stringContaining(text),
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ],
  });
});

test('keeps serving after a sender breaks off in the middle', async () => {
  const { hostname, port } = new URL(catcher.smtpUrl);
  const broken = connect({ host: hostname, port: Number(port) });
  await once(broken, 'data');
  broken.write('EHLO somebody\r\nMAIL FROM:<a@example.test>\r\n');
  await once(broken, 'data');
  broken.resetAndDestroy();
  await once(broken, 'close');
  await send('after@example.test');
  expect((await ask('GET', '/mails?to=after@example.test')).body).toMatchObject({ mails: [{ subject: 'A subject' }] });
});

test('mails to one address are shown and forgotten alone, oldest first', async () => {
  await send('one@example.test', 'first');
  await send('two@example.test');
  await send(['one@example.test', 'three@example.test'], 'second');
  const subjects = async (to: string) =>
    ((await ask('GET', `/mails?to=${to}`)).body as { mails: { subject: string }[] }).mails.map((mail) => mail.subject);
  expect(await subjects('one@example.test')).toEqual(['first', 'second']);
  expect((await ask('DELETE', '/mails?to=one@example.test')).body).toEqual({ deleted: 2 });
  expect(await subjects('one@example.test')).toEqual([]);
  expect(await subjects('two@example.test')).toEqual(['A subject']);
});

test('answers its health path, and 404 on other paths', async () => {
  expect((await ask('GET', '/healthz')).status).toBe(200);
  expect(await ask('GET', '/else')).toMatchObject({ status: 404, body: { detail: expect.stringContaining('/else') } });
});

test('its page shows people the mails with links to follow, and nothing of a mail runs there', async () => {
  await send(
    'eve@example.test',
    '<script>alert(1)</script>',
    'Follow https://example.test/invitation#token=abc\n\n<b>bold</b>',
  );
  const answer = await fetch(catcher.httpUrl);
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
  const page = await answer.text();
  expect(page).toContain('<a href="https://example.test/invitation#token=abc">');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toMatch(/<script|<b>/);
});
