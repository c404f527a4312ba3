import { randomUUID } from 'node:crypto';
import { createLocalUser, makeSignInLink, type Tier } from '@tripline/auth';
import { createDatabase } from '@tripline/service';

/** What scripts/test-browser.mjs tells of the stack that it has started. */
export interface BrowserStack {
  readonly chromium: string;
  readonly databaseUrl: string;
  readonly dashboardUrl: string;
  readonly mailUrl: string;
  readonly rulesUrl: string;
  readonly coverageUrl: string;
  readonly sampleAwsUrl: string;
}

export const stack: BrowserStack = JSON.parse(process.env['BROWSER_TESTS'] ?? 'null');

/** Somebody with an account. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

/** Someone new, with a tier. */
export async function newPerson(tier: Tier = 'team'): Promise<Person> {
  const person = { email: `${randomUUID()}@people.test`, password: `correct horse ${randomUUID()}` };
  await withDatabase((db) => createLocalUser(db, { ...person, tier }));
  return person;
}

/** The operator's link that signs somebody in once. */
export const signInLink = async ({ email }: Person): Promise<string> =>
  (await withDatabase((db) => makeSignInLink(db, email, stack.dashboardUrl))).url;

/** Puts rules into somebody's library, newest last, without reading a report for each. @returns their keys */
export async function makeRules({ email }: Person, titles: readonly string[]): Promise<string[]> {
  return withDatabase(async (db) => {
    const { id: userId } = await db('auth.users').where({ email }).first('id');
    const rules = titles.map((title, index) => ({
      id: randomUUID(),
      key: randomUUID(),
      title,
      at: new Date(Date.now() + index),
    }));
    await db.batchInsert(
      'rules.rules',
      rules.map(({ at, id, key, title }) => ({
        ...{ id, key, title, created_by: userId, source_input_type: 'text', source_title: 'An advisory', version: 1 },
        ...{
          description: 'Looks for something.',
          level: 'high',
          platform: 'endpoint-sysmon',
          techniques: ['T1059.001'],
        },
        ...{ detection_values: [], created_at: at, updated_at: at },
      })),
    );
    const content = {
      description: '',
      status: 'test',
      yaml: 'title: A rule',
      conversions: {},
      notes: {},
      evidence: [],
    };
    await db.batchInsert(
      'rules.rule_versions',
      rules.map(({ at, id, title }) => ({
        ...{ rule_id: id, version: 1, created_by: userId, created_at: at, content_sha256: 'none', title },
        content: JSON.stringify({ title, ...content, tests: { match: [], noMatch: [] } }),
      })),
    );
    return rules.map(({ key }) => key);
  });
}

/** Makes a report with so many rules in somebody's own library, without reading one. @returns its id */
export async function makeReport(person: Person, count: number, title: string): Promise<string> {
  const keys = await makeRules(
    person,
    Array.from({ length: count }, (_, index) => `Rule ${index + 1} of a long report`),
  );
  return withDatabase(async (db) => {
    const { id: userId } = await db('auth.users').where({ email: person.email }).first('id');
    const id = randomUUID();
    const text = Array.from({ length: count }, (_, index) => `They ran tool${index}.exe on the host.`).join('\n');
    await db('rules.generations').insert({
      ...{ id, created_by: userId, input_type: 'text', title, content_type: 'text/plain', sha256: 'none' },
      ...{ fetched_at: new Date(), options_sha256: 'none', options: '{}', engine_version: 'none' },
      ...{ techniques: '[]', indicators: '[]', skipped: '[]', stats: '{}', created_at: new Date() },
    });
    const lines = text.split('\n');
    let at = 0;
    const blocks = lines.map((line) => {
      const block = { type: 'paragraph', role: 'narrative', headings: [], start: at, end: at + line.length };
      at += line.length + 1;
      return block;
    });
    await db('rules.documents').insert({
      ...{ generation_id: id, text, blocks: JSON.stringify(blocks) },
      delete_after: new Date(Date.now() + 86_400_000),
    });
    const rows = await db('rules.rules').where({ created_by: userId }).whereIn('key', keys).select('id', 'key');
    const idOf = new Map(rows.map((row) => [row.key, row.id]));
    await db('rules.generation_rules').insert(
      keys.map((key, position) => ({ generation_id: id, position, rule_id: idOf.get(key), version: 1 })),
    );
    for (const [index, key] of keys.entries()) {
      const { end = 0, start = 0 } = blocks[index] ?? {};
      const value = `tool${index}.exe`;
      const evidence = [
        { field: 'Image', value, quote: value, start: start + 9, end: Math.min(start + 9 + value.length, end) },
      ];
      const content = {
        ...{ title: `Rule ${index + 1} of a long report`, description: 'Looks for a tool.', status: 'test' },
        ...{ level: 'high', platform: 'endpoint-sysmon', techniques: ['T1059.001'] },
        yaml: `title: Rule ${index + 1} of a long report\nlogsource:\n    product: windows\n    category: process_creation\ndetection:\n    sel:\n        Image|endswith: ${value}\n    condition: sel\nlevel: high\n`,
        ...{ conversions: { siem_spl: `Image="*${value}"` }, notes: {}, evidence, tests: { match: [], noMatch: [] } },
      };
      await db('rules.rule_versions')
        .where({ rule_id: idOf.get(key) })
        .update({ content: JSON.stringify(content) });
    }
    return id;
  });
}

/** Gives an account so many detections more, copies of one that it has under other names, without scanning a cloud that large. */
export async function makeDetections(account: string, count: number): Promise<void> {
  await withDatabase(async (db) => {
    const model = await db('coverage.detections').where({ account_id: account }).whereNotNull('region').first();
    const rows = Array.from({ length: count }, (_, index) => ({
      ...{ ...model, content: JSON.stringify(model.content) },
      ...{ id: randomUUID(), name: `Detection number ${index}`, natural_key: `copy ${index}` },
    }));
    await db.batchInsert('coverage.detections', rows, 500);
  });
}

async function withDatabase<T>(work: (db: ReturnType<typeof createDatabase>) => Promise<T>): Promise<T> {
  const db = createDatabase({ url: stack.databaseUrl, connections: 1, applicationName: 'browser tests' });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** An API's answer, out of its envelope; a test looks into answers of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
type Answer = any;

/** Calls both services as somebody, for what a test needs beforehand: paths with `/v1/` go to the rules service. */
export async function asPerson(person: Person) {
  const { accessToken } = await logIn(person);
  const headers = { authorization: `Bearer ${accessToken}` };
  return (method: string, path: string, body?: object): Promise<Answer> =>
    call(`${path.startsWith('/v1/') ? stack.rulesUrl : stack.coverageUrl}${path}`, method, body, headers);
}

/** Imports an export of a SIEM, as its page does once somebody has looked at what it changes. */
export async function sendExport(person: Person, siem: string, file: string, text: string): Promise<void> {
  const { accessToken } = await logIn(person);
  const send = async (query: Record<string, string>): Promise<Answer> => {
    const response = await fetch(
      `${stack.coverageUrl}/siems/${siem}/import?${new URLSearchParams({ file, ...query })}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/octet-stream' },
        body: text,
      },
    );
    const answer: Answer = await response.json();
    if (!response.ok) throw new Error(`the import of ${file}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  await send({ apply: 'true', expect: (await send({})).digest });
}

const logIn = ({ email, password }: Person): Promise<Answer> =>
  call(`${stack.rulesUrl}/v1/auth/login`, 'POST', { email, password }, {});

async function call(
  url: string,
  method: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: Answer = await response.json().catch(() => undefined);
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${JSON.stringify(answer)}`);
  return answer?.data ?? answer;
}

const mailsAt = async (address: string): Promise<readonly { readonly subject: string; readonly text: string }[]> =>
  (await (await fetch(`${stack.mailUrl}/mails?to=${encodeURIComponent(address)}`)).json()).mails;

/** The subjects of all mails that came to an address, oldest first. */
export const mailsTo = async (address: string): Promise<string[]> =>
  (await mailsAt(address)).map(({ subject }) => subject);

/** The link in the latest mail to an address whose subject has these words; waits for the mail. */
export async function mailedLink(to: string, subject: string): Promise<string> {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    const mail = (await mailsAt(to)).findLast((one) => one.subject.includes(subject));
    const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no mail "${subject}" came to ${to}`);
}

/** Makes a role in the sample account that lets callers with this external id in, as an account's owner would in AWS. */
export async function makeRole(name: string, externalId: string, account = '111122223333'): Promise<void> {
  const response = await fetch(`${stack.sampleAwsUrl}/sample/accounts/${account}/roles/${name}`, {
    method: 'PUT',
    body: JSON.stringify({ externalId }),
  });
  if (!response.ok) throw new Error(`the sample made no role: ${response.status}`);
}

/** Somebody who joins a team past the pages. */
export async function joinTeam(owner: Person, guest: Person): Promise<void> {
  const call = await asPerson(owner);
  await call('POST', '/v1/team/invite', { email: guest.email });
  const link = await mailedLink(guest.email, 'You are invited');
  const token = new URL(link).hash.replace('#token=', '');
  await (await asPerson(guest))('POST', '/v1/team/invitations/accept', { token });
}
