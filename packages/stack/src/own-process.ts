import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isHeldSocketRequest, type ProcessReport } from '@tripline/service';
import { startProcess, waitFor } from './child-process.js';
import type { HeldPort } from './held-port.js';
import { ROOT } from './paths.js';
import type { ProcessBook } from './process-book.js';

/** One of the services' processes. */
export interface OwnProcess {
  /** Its name in messages. */
  readonly name: string;
  /** Its start file, below the root of the checkout. */
  readonly program: string;
  readonly logFile: string;
  readonly env: NodeJS.ProcessEnv;
  /** Ports that are held for it; its settings name them as `held:4001`. They are released once it works. */
  readonly held?: readonly HeldPort[];
}

/**
 * Starts one of our processes and waits until it is ready. The process chooses its ports and reports them over its channel. Its address
 * must then answer with the id it was given, so that nothing is ever sent to another program that listens there.
 * @returns where it listens
 */
export async function startOwnProcess(own: OwnProcess, book: Pick<ProcessBook, 'add'>): Promise<ProcessReport> {
  const instanceId = randomUUID();
  const started = startProcess(own.name, process.execPath, [join(ROOT, own.program)], own.logFile, {
    cwd: ROOT,
    env: { ...own.env, INSTANCE_ID: instanceId },
    channel: true,
  });
  book.add(started, 'SIGTERM');
  let report: ProcessReport | undefined;
  started.child.on('message', (message) => {
    if (isHeldSocketRequest(message)) {
      const asked = own.held?.find(({ port }) => port === message.heldPort);
      // It hears of the missing one by itself, and one that has ended needs none.
      started.child.send(message, asked?.socket, () => undefined);
    } else {
      report = message as ProcessReport;
      started.child.disconnect();
    }
  });
  const found = await waitFor(started, () => report);
  // Two copies of a socket take its connections by turns, and this process's answers none.
  await Promise.all((own.held ?? []).map((each) => each.release()));
  const url = `http://127.0.0.1:${found.port ?? found.adminPort}`;
  await waitFor(started, () => isItself(own.name, url, instanceId));
  await waitFor(started, async () => (await get(`${url}/readyz`))?.ok || undefined);
  return found;
}

/** @throws when a process with another id answers */
async function isItself(name: string, url: string, instanceId: string): Promise<true | undefined> {
  const answer = await get(`${url}/healthz`);
  if (answer === undefined) return undefined;
  if ((answer.body as { instance?: string } | undefined)?.instance === instanceId) return true;
  throw new Error(`${url} is not answered by ${name} that was started here, but by another process`);
}

/** An answer and its JSON body, if it is one; undefined when there was none. */
async function get(url: string): Promise<{ readonly ok: boolean; readonly body: unknown } | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
    return { ok: answer.ok, body: await answer.json().catch(() => undefined) };
  } catch {
    return undefined;
  }
}
