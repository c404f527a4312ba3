import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalUser, makeSignInLink } from '@tripline/auth';
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
  await withDatabase(stack, (db) => createLocalUser(db, { ...user, tier: 'enterprise' }));
  const jwt = await login(stack.rulesUrl, user.email, user.password);
  const earlier = earlierKey(folder);
  if (earlier !== undefined && (await isAccepted(stack.rulesUrl, earlier))) return { ...user, jwt, apiKey: earlier };
  return { ...user, jwt, apiKey: await createKey(stack.rulesUrl, jwt, 'npm start') };
}

/** A link that signs a user in once at the stack's dashboard, within 15 minutes. */
export async function signInLink(
  stack: Pick<LocalStack, 'databaseUrl' | 'dashboardUrl'>,
  email: string,
): Promise<string> {
  const publicUrl = process.env['PUBLIC_URL'] || stack.dashboardUrl;
  return (await withDatabase(stack, (db) => makeSignInLink(db, email, publicUrl))).url;
}

async function withDatabase<T>(
  { databaseUrl }: Pick<LocalStack, 'databaseUrl'>,
  work: (db: ReturnType<typeof createDatabase>) => Promise<T>,
): Promise<T> {
  const db = createDatabase({ url: databaseUrl, connections: 1, applicationName: 'tripline start' });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

function earlierKey(folder: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8')) as { apiKey?: string }).apiKey;
  } catch {
    return undefined;
  }
}
