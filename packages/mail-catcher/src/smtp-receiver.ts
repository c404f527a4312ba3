import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { CaughtMail, Mailbox } from './mailbox.js';

const MAIL_BYTES_MAX = 10 * 1024 * 1024;

/** An SMTP server that puts every mail into the mailbox. It needs no sign-in and offers no TLS. */
export function createSmtpReceiver(mailbox: Mailbox): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    closeTimeout: 100,
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
      simpleParser(stream).then(
        (mail) => {
          mailbox.add(caught(to, mail));
          callback(null);
        },
        (error: Error) => callback(error),
      );
    },
  });
  // When a sender is killed while it sends, only its connection ends.
  server.on('error', () => undefined);
  return server;
}

function caught(to: readonly string[], mail: Awaited<ReturnType<typeof simpleParser>>): CaughtMail {
  return {
    to,
    from: mail.from?.text ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html || '',
    receivedAt: new Date().toISOString(),
  };
}
