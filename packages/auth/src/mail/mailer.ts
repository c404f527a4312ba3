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

/** A mailer over SMTP. The sender is `no-reply` at the host of `publicUrl`. */
export function createSmtpMailer(smtpUrl: string, publicUrl: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  const from = `Tripline <no-reply@${new URL(publicUrl).hostname}>`;
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail });
    },
    async close() {
      transport.close();
    },
  };
}
