import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { eventually } from '@tripline/stack';

/** A mail as it came over the wire: its recipient, and its text with soft line breaks undone. */
export interface ReceivedMail {
  readonly to: string;
  readonly text: string;
}

/** A receiver that speaks enough SMTP (RFC 5321) to take mail in. */
export interface SmtpSink {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Waits for the next mail to an address, and takes it out. */
  take(to: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    receive(socket, (mail) => mails.push(mail));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    async take(to) {
      await eventually(async () => mails.some((mail) => mail.to === to));
      const [mail] = mails.splice(
        mails.findIndex((each) => each.to === to),
        1,
      );
      return mail!;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function receive(socket: Socket, deliver: (mail: ReceivedMail) => void): void {
  let buffer = '';
  let to = '';
  let inData = false;
  socket.setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.write('220 sink\r\n');
  socket.on('data', (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end === -1) return;
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + (inData ? 5 : 2));
      if (inData) {
        inData = false;
        deliver({ to, text: part.replaceAll('=\r\n', '').replaceAll('=3D', '=') });
        socket.write('250 taken\r\n');
        continue;
      }
      const command = part.toUpperCase();
      if (command.startsWith('RCPT TO')) to = /<([^>]*)>/.exec(part)?.[1] ?? '';
      inData = command === 'DATA';
      socket.write(inData ? '354 go on\r\n' : command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
    }
  });
}

/** The token behind the `#token=` of a mail's link. */
export const tokenIn = (mail: ReceivedMail): string => /#token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
