import { createLocalUser } from '@tripline/auth';
import { type AccessCaller, CALLER_KINDS, makeCaller } from './support/access-callers.js';
import { callAs, PASSWORD, takesBody } from './support/access-requests.js';
import { readAccessTable } from './support/access-table.js';
import { type BothServices, startBothServices } from './support/both-services.js';

const { callers, rows } = readAccessTable();

let services: BothServices;
let passwordHash: string;
/** One caller of each kind for requests that change nothing: reads, and whatever is refused. */
const lasting = new Map<string, Promise<AccessCaller>>();
beforeAll(async () => {
  services = await startBothServices();
  const { userId } = await createLocalUser(services.db, {
    email: 'one@example.test',
    password: PASSWORD,
    tier: 'free',
  });
  passwordHash = (await services.db('auth.users').where({ id: userId }).first()).password_hash;
  for (const kind of callers) lasting.set(kind, makeCaller(services.db, kind, passwordHash));
  await Promise.all(lasting.values());
});
afterAll(() => services.close());

const callerFor = (kind: string, method: string, status: number): Promise<AccessCaller> => {
  const known = method === 'GET' || status >= 400 ? lasting.get(kind) : undefined;
  return known ?? makeCaller(services.db, kind, passwordHash);
};

test('the table has a column for every kind of caller, and no row twice', () => {
  expect([...callers].sort()).toEqual(Object.keys(CALLER_KINDS).sort());
  const names = rows.map(({ service, operation }) => `${service} ${operation}`);
  expect(names).toEqual([...new Set(names)]);
});

test.each(['rules', 'coverage'])(
  'the table has a row for every operation of the %s service, and no other',
  async (name) => {
    const answer = await fetch(services.documents[name] ?? '');
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const known = rows.filter(({ service }) => service === name).map(({ operation }) => operation);
    expect([...known].sort()).toEqual(described.sort());
  },
);

test.each(rows)('$service $operation answers every kind of caller as the table says', async (row) => {
  const method = row.operation.split(' ')[0] ?? '';
  const answered = await Promise.all(
    row.expected.map(async ([kind, status]) => {
      const caller = await callerFor(kind, method, status);
      return [kind, await callAs(caller, row, services.urls[row.service] ?? '')] as const;
    }),
  );
  expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(row.expected));
});

/** Those that need a credential in the header and read a body; elsewhere a token in the body is the credential. */
const bodied = rows.filter(({ operation, expected }) => takesBody(operation) && new Map(expected).get('none') === 401);
test.each(bodied)('$service $operation tells whoever it refuses so before it reads the body', async (row) => {
  const refused = row.expected.filter(([, status]) => status === 401 || status === 403);
  const answered = await Promise.all(
    refused.map(async ([kind, status]) => {
      const caller = await callerFor(kind, 'POST', status);
      return [kind, await callAs(caller, row, services.urls[row.service] ?? '', 'broken')] as const;
    }),
  );
  expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(refused));
});
