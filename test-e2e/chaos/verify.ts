import { type Addresses, call, RefusedError } from '../people/api.js';
import type { Mails } from '../people/mails.js';
import type { Customer, Promised } from './load.js';

/** The result of a check: the number of things checked, and what is wrong. */
export interface Finding {
  readonly what: string;
  readonly looked: number;
  readonly wrong: readonly string[];
}

/** The services promise that a count is right again within a minute; this adds room for a busy machine. */
const SETTLED_MS = 90_000;
const FINAL = ['completed', 'completed_with_errors', 'failed', 'cancelled'];

interface Data<T> {
  readonly data: T;
}

/** Asks until `fits` accepts the answer; gives the last answer. */
async function until<T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + SETTLED_MS;
  for (;;) {
    const answer = await ask();
    if (fits(answer) || Date.now() > deadline) return answer;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Every generation that was answered is stored exactly once, and the day's count equals the number of stored generations. */
export async function verifyGenerations({ rulesUrl }: Addresses, promised: Promised): Promise<readonly Finding[]> {
  const lost: string[] = [];
  const quota: string[] = [];
  for (const customer of customersOf(promised.generations)) {
    const stored = await listGenerations(rulesUrl, customer);
    const times = new Map<string, number>();
    for (const id of stored) times.set(id, (times.get(id) ?? 0) + 1);
    for (const { id } of promised.generations.filter((one) => one.customer === customer)) {
      if (times.get(id) !== 1) lost.push(`generation ${id} is stored ${times.get(id) ?? 0} times`);
    }
    const used = await until(
      async () => (await me(rulesUrl, customer)).usage['generationsToday'] ?? -1,
      (count) => count === stored.length,
    );
    if (used !== stored.length)
      quota.push(`${customer.person.email} has ${stored.length} generations, ${used} counted`);
  }
  return [
    { what: 'generations answered, stored exactly once', looked: promised.generations.length, wrong: lost },
    {
      what: "days' counts that are those of the stored generations",
      looked: customersOf(promised.generations).length,
      wrong: quota,
    },
  ];
}

/** Every customer can run two generations at once again within ten seconds. */
export async function verifyPlaces({ rulesUrl }: Addresses, customers: readonly Customer[]): Promise<Finding> {
  const wrong: string[] = [];
  for (const { person } of customers) {
    const generate = (): Promise<number> =>
      call(`POST ${rulesUrl}/v1/generate`, {
        token: person.jwt,
        body: { inputType: 'technique', techniqueId: 'T1059.001' },
      }).then(
        () => 200,
        (error: unknown) => (error instanceof RefusedError ? error.status : 0),
      );
    const statuses = await until(
      () => Promise.all([generate(), generate()]),
      (both) => both.every((status) => status === 200),
    );
    if (statuses.some((status) => status !== 200))
      wrong.push(`${person.email}: two at once are ${statuses.join(', ')}`);
  }
  return { what: 'customers with both places free', looked: customers.length, wrong };
}

/** Every scan has completed, and each account's inventory equals that of an undisturbed scan. */
export async function verifyScans(
  { coverageUrl }: Addresses,
  promised: Promised,
  expected: string,
): Promise<readonly Finding[]> {
  const unended: string[] = [];
  for (const { customer, id } of promised.scans) {
    const { status } = await until(
      () => call<{ status: string }>(`GET ${coverageUrl}/scans/${id}`, { token: customer.person.jwt }),
      (scan) => FINAL.includes(scan.status),
    );
    if (status !== 'completed') unended.push(`scan ${id} is ${status}`);
  }
  const inexact: string[] = [];
  const accounts = new Map(promised.scans.map(({ account, customer }) => [account, customer]));
  for (const [account, customer] of accounts) {
    const found = await inventoryOf(coverageUrl, customer.person.jwt, account);
    if (found !== expected) inexact.push(`account ${account} has another inventory than an undisturbed scan finds`);
  }
  return [
    { what: 'scans begun, ended as completed', looked: promised.scans.length, wrong: unended },
    { what: 'accounts with the exact inventory', looked: accounts.size, wrong: inexact },
  ];
}

/** Gives every detection of an account, in an order and form that can be compared. */
export async function inventoryOf(coverageUrl: string, token: string, account: string): Promise<string> {
  const lines: string[] = [];
  for (let page = 1; ; page += 1) {
    const url = `${coverageUrl}/accounts/${account}/detections?page_size=200&page=${page}`;
    const { detections, total } = await call<{ total: number; detections: Record<string, unknown>[] }>(`GET ${url}`, {
      token,
    });
    for (const { name, detection_type: type, region, status } of detections)
      lines.push(`${type} ${region} ${name} ${status}`);
    if (detections.length === 0 || lines.length >= total)
      return lines
        .sort()
        .join('\n')
        .replaceAll(/\d{12}/g, 'ACCOUNT');
  }
}

/** Every invitation that was answered exists exactly once in the team, and its mail has arrived. */
export async function verifyInvitations(
  { rulesUrl }: Addresses,
  promised: Promised,
  mails: Mails,
): Promise<readonly Finding[]> {
  const lost: string[] = [];
  const unmailed: string[] = [];
  for (const customer of customersOf(promised.invitations)) {
    const { data } = await call<Data<{ invitations: { email: string }[] }>>(`GET ${rulesUrl}/v1/team`, {
      token: customer.person.jwt,
    });
    for (const { email } of promised.invitations.filter((one) => one.customer === customer)) {
      const times = data.invitations.filter((one) => one.email === email).length;
      if (times !== 1) lost.push(`the invitation of ${email} is there ${times} times`);
      const arrived = await until(
        () => mails.tokens(email),
        (tokens) => tokens.length > 0,
      );
      if (arrived.length === 0) unmailed.push(`no mail for ${email}`);
    }
  }
  return [
    { what: 'invitations answered, there exactly once', looked: promised.invitations.length, wrong: lost },
    { what: 'invitations whose mail has arrived', looked: promised.invitations.length, wrong: unmailed },
  ];
}

const customersOf = (list: readonly { readonly customer: Customer }[]): readonly Customer[] => [
  ...new Set(list.map(({ customer }) => customer)),
];

const me = async (rulesUrl: string, { person }: Customer): Promise<{ usage: Record<string, number> }> =>
  (await call<Data<{ usage: Record<string, number> }>>(`GET ${rulesUrl}/v1/me`, { token: person.jwt })).data;

async function listGenerations(rulesUrl: string, { person }: Customer): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const url = `${rulesUrl}/v1/generations?limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const { data } = await call<Data<{ generations: { id: string }[]; nextCursor: string | null }>>(`GET ${url}`, {
      token: person.jwt,
    });
    ids.push(...data.generations.map(({ id }) => id));
    if (data.nextCursor === null) return ids;
    cursor = data.nextCursor;
  }
}
