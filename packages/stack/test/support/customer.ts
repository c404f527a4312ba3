import { createLocalUser } from '@tripline/auth';
import { createDatabase } from '@tripline/service';
import type { Processes } from './processes.js';

const EMAIL = 'customer@example.test';
export const PASSWORD = 'velvet anchor mosaic thunder';
const ACCOUNT = '111122223333';

/** A customer with a key, who uses running processes only over HTTP. */
export interface Customer {
  readonly userId: string;
  readonly key: string;
  /** Calls the API with the key. @returns the parsed body, or the text if it is not JSON */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape.
  call(method: string, url: string, body?: unknown): Promise<{ readonly status: number; readonly body: any }>;
  /** Connects the sample account and scans it. @returns the id of the scan, which has ended */
  scan(): Promise<string>;
}

export async function createCustomer({ byName, database, sample }: Processes): Promise<Customer> {
  const db = createDatabase({ url: database.databaseUrl, connections: 1, applicationName: 'test' });
  const { userId } = await createLocalUser(db, { email: EMAIL, password: PASSWORD, tier: 'enterprise' });
  await db.destroy();
  const rules = byName['tripline-rules'].url;
  const coverage = `${byName['tripline-coverage'].url}/api/v1/public`;
  const send = async (method: string, url: string, headers: object, body?: unknown) => {
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return { status: answer.status, body: isJson ? JSON.parse(text) : text };
  };
  const session = await send('POST', `${rules}/v1/auth/login`, {}, { email: EMAIL, password: PASSWORD });
  const authorization = `Bearer ${session.body.data.accessToken}`;
  const made = await send('POST', `${rules}/v1/api-keys`, { authorization }, { name: 'a key' });
  const key: string = made.body.data.key;
  const call: Customer['call'] = (method, url, body) =>
    send(method, url, url.startsWith(rules) ? { authorization: `Bearer ${key}` } : { 'x-api-key': key }, body);
  return {
    userId,
    key,
    call,
    async scan() {
      const account = await call('POST', `${coverage}/accounts`, {
        ...{ name: 'sample', provider: 'aws', external_account_id: ACCOUNT },
      });
      for (const role of sample.account(ACCOUNT).roles ?? []) {
        if (role.externalId !== null) role.externalId = account.body.connection.external_id;
      }
      const { id } = account.body;
      await call('PATCH', `${coverage}/accounts/${id}`, { role_arn: `arn:aws:iam::${ACCOUNT}:role/TriplineScanner` });
      const scan = await call('POST', `${coverage}/accounts/${id}/scans`, { regions: null });
      if (scan.status !== 200) throw new Error(`no scan was begun: ${JSON.stringify(scan.body)}`);
      await until(async () => {
        const { body } = await call('GET', `${coverage}/scans/${scan.body.id}`);
        return !['pending', 'running'].includes(body.status);
      });
      return scan.body.id;
    },
  };
}

/** Retries until a condition holds. */
export async function until(condition: () => Promise<boolean> | boolean, withinMs = 60_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`the condition did not hold within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
