import { createTransport } from 'nodemailer';

/** A mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends mail. @throws Error when the server refuses it or does not answer in time */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/**
 * A mailer over SMTP. The sender is `no-reply` at the host of `publicUrl`.
 * @param timeoutSeconds how long the server may be silent, at any step; a mail may take three times as long
 */
export function createSmtpMailer(smtpUrl: string, publicUrl: string, timeoutSeconds = 10): Mailer {
  const timeout = timeoutSeconds * 1000;
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    dnsTimeout: timeout,
    socketTimeout: timeout,
  });
  const from = `Tripline <no-reply@${new URL(publicUrl).hostname}>`;
  return {
    async send(mail) {
      await within(transport.sendMail({ from, ...mail }), 3 * timeout);
    },
    async close() {
      transport.close();
    },
  };
}

/** A server that sends a little now and then would otherwise keep its mail under way for ever. */
async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('The mail took too long.'), { code: 'ETIMEDOUT' })),
      milliseconds,
    );
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether the recipient's mailbox or the mail itself was refused with a permanent code (RFC 5321, 4.2.1). A refused sign-in or sender is
 * not: that is a fault of our settings, and repaired without the mail.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return isPermanent && (command === 'RCPT TO' || command === 'DATA');
}

const MAX_ANSWER = 200;

/**
 * Why a mail could not be sent, in words that show nothing of our network: the server's own answer, or else only that it could not be
 * reached or was silent.
 */
export function whyRefused(error: unknown): string {
  const { code, response } = error as { code?: unknown; response?: unknown };
  if (typeof response === 'string') return `The mail server answered: ${response.slice(0, MAX_ANSWER)}`;
  if (code === 'ETIMEDOUT') return 'The mail server did not answer in time.';
  return 'The mail server could not be reached.';
}
