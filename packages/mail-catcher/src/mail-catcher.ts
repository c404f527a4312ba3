import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMailApi } from './mail-api.js';
import { Mailbox } from './mailbox.js';
import { createSmtpReceiver } from './smtp-receiver.js';

/** Options of a mail catcher. */
export interface MailCatcherOptions {
  /** 127.0.0.1 by default. It accepts any mail and shows it to anyone, so strangers must not reach this address. */
  readonly host?: string;
  /** Free ports by default. */
  readonly smtpPort?: number;
  readonly httpPort?: number;
}

/** A mail server that delivers nothing and shows over HTTP what it received. */
export interface MailCatcher {
  /** For `SMTP_URL`. */
  readonly smtpUrl: string;
  /** Where `GET /mails?to=ADDRESS` answers. */
  readonly httpUrl: string;
  close(): Promise<void>;
}

/** Starts a mail catcher. It keeps the latest 10,000 mails in memory. @throws Error with code EADDRINUSE when a port is taken */
export async function startMailCatcher(options: MailCatcherOptions = {}): Promise<MailCatcher> {
  const { host = '127.0.0.1', httpPort = 0, smtpPort = 0 } = options;
  const mailbox = new Mailbox();
  const smtp = createSmtpReceiver(mailbox);
  const http = createServer(createMailApi(mailbox));
  const listening = [once(smtp.server, 'listening'), once(http, 'listening')];
  smtp.listen(smtpPort, host);
  http.listen(httpPort, host);
  const close = async (): Promise<void> => {
    http.close();
    http.closeAllConnections();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  };
  try {
    await Promise.all(listening);
  } catch (error) {
    await close();
    throw error;
  }
  const at = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port;
  return { smtpUrl: `smtp://${host}:${at(smtp.server)}`, httpUrl: `http://${host}:${at(http)}`, close };
}
