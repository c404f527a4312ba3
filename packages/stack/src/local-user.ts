import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalUser } from '@tripline/auth';
import { createDatabase } from '@tripline/service';
import type { InstanceSecrets } from './instance.js';
import type { LocalStack } from './local-stack.js';
import { createKey, isAccepted, login } from './rules-client.js';

/** The user of a local stack. */
export interface LocalUser {
  readonly email: string;
  readonly password: string;
  readonly jwt: string;
  readonly apiKey: string;
}

const EMAIL = 'local@tripline.test';

/** Makes (or finds) the local user with the tier `enterprise`, signs in, and reuses the previous start's key while it is valid. */
export async function ensureLocalUser(stack: LocalStack, folder: string, secrets: InstanceSecrets): Promise<LocalUser> {
  const user = { email: EMAIL, password: secrets.userPassword };
  const db = createDatabase({ url: stack.databaseUrl, connections: 1, applicationName: 'tripline start' });
  try {
    await createLocalUser(db, { ...user, tier: 'enterprise' });
  } finally {
    await db.destroy();
  }
  const jwt = await login(stack.rulesUrl, user.email, user.password);
  const earlier = earlierKey(folder);
  if (earlier !== undefined && (await isAccepted(stack.rulesUrl, earlier))) return { ...user, jwt, apiKey: earlier };
  return { ...user, jwt, apiKey: await createKey(stack.rulesUrl, jwt, 'npm start') };
}

function earlierKey(folder: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8')) as { apiKey?: string }).apiKey;
  } catch {
    return undefined;
  }
}
