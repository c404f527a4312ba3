import { callAs, callBroken, requestOf } from './support/access-call.js';
import { createCast } from './support/access-cast.js';
import { CALLER_KINDS } from './support/access-kinds.js';
import { readAccessTable } from './support/access-table.js';
import { createCleanup } from './support/cleanup.js';
import { call } from './support/http.js';
import { stack } from './support/stack.js';

const { callers, rows } = readAccessTable();
const cleanup = createCleanup();
/** The callers whose requests do not change who the caller is. */
const lasting = createCast(cleanup);

const DOCUMENTS: Readonly<Record<string, string>> = {
  rules: `${stack.rulesUrl}/openapi.json`,
  coverage: stack.coverageDocumentUrl,
};

// Each of them signs up, scans and generates, which is mostly waiting.
beforeAll(async () => {
  await Promise.all(callers.map((kind) => lasting.caller(kind)));
});

test('the table has a column for every kind of caller, and no row twice', () => {
  expect([...callers].sort()).toEqual(Object.keys(CALLER_KINDS).sort());
  const names = rows.map(({ service, operation }) => `${service} ${operation}`);
  expect(names).toEqual([...new Set(names)]);
});

test.each(['rules', 'coverage'])(
  'the table has a row for every operation of the %s service, and no other',
  async (name) => {
    const { paths } = (await call('GET', DOCUMENTS[name] ?? '')).json() as {
      paths: Record<string, Record<string, unknown>>;
    };
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const known = rows.filter(({ service }) => service === name).map(({ operation }) => operation);
    expect([...known].sort()).toEqual(described.sort());
  },
);

test.each(rows)('$service $operation answers every kind of caller as the table says', async (row) => {
  const ownCast = requestOf(row).changesCaller ? createCast(cleanup) : lasting;
  const answered = await Promise.all(
    row.expected.map(async ([kind, status]) => {
      const caller = await (status < 400 ? ownCast : lasting).caller(kind);
      return [kind, await callAs(caller, row, status, cleanup)] as const;
    }),
  );
  expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(row.expected));
});

/** Operations that take the credential in a header and read a body. For the others, a token in the body is the credential. */
const bodied = rows.filter((row) => {
  const { body, credentialInBody = false } = requestOf(row);
  return body !== undefined && !credentialInBody && new Map(row.expected).get('none') === 401;
});
test.each(bodied)('$service $operation tells whoever it refuses so before it reads the body', async (row) => {
  const refused = row.expected.filter(([, status]) => status === 401 || status === 403);
  const answered = await Promise.all(
    refused.map(async ([kind]) => [kind, await callBroken(await lasting.caller(kind), row)] as const),
  );
  expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(refused));
});
