import type { Server } from 'node:net';

/** What a process asks the one that started it for: the listening socket of this port. It is answered with the same message and the socket. */
export interface HeldSocketRequest {
  readonly heldPort: number;
}

/** Whether a message over Node's IPC channel is a {@link HeldSocketRequest}. */
export const isHeldSocketRequest = (message: unknown): message is HeldSocketRequest =>
  typeof message === 'object' && message !== null && 'heldPort' in message;

/**
 * Asks the parent process for the socket that it holds at a port. Between choosing the port and listening there nobody else can so take it.
 * @throws Error when the parent is no Node.js process with a channel to this one, has ended, or holds no such port
 */
export function takeHeldSocket(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`The listening socket of port ${port} cannot be taken over: ${why}. Set a port of its own.`));
    if (process.send === undefined) return fail('this process was not started by one that holds it');
    const done = () => {
      process.off('message', onMessage);
      process.off('disconnect', onDisconnect);
    };
    const onMessage = (message: unknown, socket: unknown) => {
      if (!isHeldSocketRequest(message) || message.heldPort !== port) return;
      done();
      if (socket === undefined) fail('the process that started this one does not hold it');
      else resolve(socket as Server);
    };
    const onDisconnect = () => {
      done();
      fail('the process that started this one has closed the channel');
    };
    process.on('message', onMessage);
    process.on('disconnect', onDisconnect);
    process.send({ heldPort: port } satisfies HeldSocketRequest);
  });
}
