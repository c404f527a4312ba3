import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCaretaker } from './caretaker.js';
import { type Instance, instanceSecrets } from './instance.js';
import { type LocalStack, startLocalStack } from './local-stack.js';
import { ensureLocalUser, type LocalUser, signInLink } from './local-user.js';
import { createProgress } from './progress.js';

/** A whole stack with its user; `stop` removes all of it. */
export interface ThrowAwayStack extends LocalStack {
  readonly user: LocalUser;
  /** A link that signs somebody with an account in once. */
  signInLink(email: string): Promise<string>;
  /** The folder of its processes' logs until `stop`: one file each, one JSON object per line. */
  readonly logs: string;
}

/** Starts a stack in a temporary folder, with settings from the environment: for benchmarks and end-to-end runs. */
export async function startThrowAwayStack(): Promise<ThrowAwayStack> {
  const folder = mkdtempSync(join(tmpdir(), 'tripline-stack-'));
  chmodSync(folder, 0o711);
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  const caretaker = startCaretaker(folder);
  const instance: Instance = { folder, number: 0, noteProcess: caretaker.note, release: () => undefined };
  const secrets = instanceSecrets(folder);
  const stack = await startLocalStack(instance, secrets, createProgress());
  const stop = async () => {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
    caretaker.dismiss();
  };
  try {
    const user = await ensureLocalUser(stack, folder, secrets);
    return { ...stack, user, signInLink: (email) => signInLink(stack, email), logs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
