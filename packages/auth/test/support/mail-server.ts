import type { AddressInfo } from 'node:net';
import { eventually } from '@tripline/stack';
import { SMTPServer } from 'smtp-server';

/** How the server treats mail from now on. */
type Conduct =
  | 'accept'
  /** Refuses every recipient with a status code and words. */
  | { readonly refuse: number; readonly words: string }
  /** Takes the connection and never greets. */
  | 'silent'
  /** Takes the whole mail and never answers. */
  | 'hangs'
  /** Takes the mail, keeps it, and drops the connection without an answer. */
  | 'drops';

/** A mail that has arrived, its parts decoded. */
export interface ArrivedMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A real SMTP server on a port of its own. */
export interface MailServer {
  readonly url: string;
  behave(conduct: Conduct): void;
  /** Every mail that has arrived for an address. */
  to(address: string): readonly ArrivedMail[];
  /** Waits for a mail to an address. */
  arrived(address: string, count?: number): Promise<ArrivedMail>;
  /** Waits for the next mail to an address, and takes it out. */
  take(address: string): Promise<ArrivedMail>;
  /** Connections so far. */
  connections(): number;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  let conduct: Conduct = 'accept';
  let connections = 0;
  const mails: ArrivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, callback) {
      connections += 1;
      if (conduct !== 'silent') callback();
    },
    onRcptTo(_address, _session, callback) {
      if (typeof conduct === 'string') return callback();
      callback(Object.assign(new Error(conduct.words), { responseCode: conduct.refuse }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (conduct === 'hangs') return;
        const [recipient] = session.envelope.rcptTo;
        const raw = Buffer.concat(chunks).toString('utf8').replaceAll('\r\n', '\n');
        mails.push(read(raw, recipient?.address ?? ''));
        if (conduct === 'drops') (stream as unknown as { destroy(): void }).destroy();
        callback(conduct === 'drops' ? Object.assign(new Error('gone'), { responseCode: 421 }) : null);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const to = (address: string) => mails.filter((mail) => mail.to === address);
  return {
    url: `smtp://127.0.0.1:${port}`,
    behave: (next) => {
      conduct = next;
    },
    to,
    async arrived(address, count = 1) {
      await eventually(async () => to(address).length >= count);
      return to(address)[count - 1]!;
    },
    async take(address) {
      await eventually(async () => to(address).length > 0);
      const [mail] = mails.splice(
        mails.findIndex((each) => each.to === address),
        1,
      );
      return mail!;
    },
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The token behind the `#token=` of a mail's link. */
export const tokenOfMail = ({ text }: ArrivedMail): string => /#token=([\w-]+)/.exec(text)?.[1] ?? '';

/** Reads a mail of two alternatives (RFC 2046), each quoted-printable, base64 or plain. */
function read(raw: string, to: string): ArrivedMail {
  const [head = ''] = raw.split('\n\n', 1);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? 'none';
  const parts = raw.split(`--${boundary}`).slice(1, -1);
  const part = (type: string) => decodePart(parts.find((each) => each.includes(`Content-Type: ${type}`)) ?? '');
  return {
    to,
    from: header(head, 'From'),
    subject: decodeWords(header(head, 'Subject')),
    text: part('text/plain'),
    html: part('text/html'),
  };
}

const header = (head: string, name: string): string =>
  new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)`, 'm').exec(head)?.[1]?.replaceAll(/\n[ \t]/g, ' ') ?? '';

function decodePart(part: string): string {
  const [head = '', ...rest] = part.split('\n\n');
  const body = rest.join('\n\n').trimEnd();
  if (head.includes('base64')) return Buffer.from(body, 'base64').toString('utf8');
  return head.includes('quoted-printable') ? decodeQuoted(body.replaceAll('=\n', '')) : body;
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Encoded words of a header (RFC 2047). */
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
