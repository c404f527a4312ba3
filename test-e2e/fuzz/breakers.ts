import { gzipSync } from 'node:zlib';
import type { Dice } from './dice.js';
import type { Schema } from './document.js';
import { changed, isJson, placesIn, REMOVED, valueAt } from './json-places.js';
import { ODD_TEXTS } from './odd-text.js';
import type { Plan } from './plan.js';
import { bytesOf } from './request.js';

/** One way to make a request invalid or unusual; gives undefined for a plan it does not apply to. */
type Breaker = (plan: Plan, dice: Dice) => Plan | undefined;

const UUID = '01890a5d-ac96-774b-bcce-b302099a8057';
const ODD_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 2, '', [], {}, [[]], [null], { a: {} }],
];

const inBody = (make: (old: unknown, dice: Dice) => unknown, fits: (value: unknown) => boolean): Breaker => {
  return (plan, dice) => {
    if (plan.body === undefined) return undefined;
    const places = placesIn(plan.body).filter((place) => fits(valueAt(plan.body, place)));
    if (places.length === 0) return undefined;
    return { ...plan, body: changed(plan.body, dice.of(places), (old) => make(old, dice)) };
  };
};
const isText = (value: unknown): boolean => typeof value === 'string';
const isObject = (value: unknown): boolean => isJson(value) && !Array.isArray(value);

/** Values at and just beyond the bounds of every text, list and number of a schema. */
function edgesOf(schema: Schema): unknown[] {
  const edges: unknown[] = [];
  const look = (part: Schema): void => {
    for (const length of [part.maxLength, part.minLength]) {
      if (length === undefined || length > 20_000) continue;
      edges.push(
        'a'.repeat(length),
        'a'.repeat(length + 1),
        'a'.repeat(Math.max(0, length - 1)),
        '\ud83d\ude00'.repeat(length),
      );
    }
    for (const bound of [part.maximum, part.minimum]) {
      if (bound !== undefined) edges.push(bound, bound + 1, bound - 1, bound + 0.5);
    }
    if (part.maxItems !== undefined) edges.push(Array(part.maxItems + 1).fill(UUID), Array(part.maxItems).fill('x'));
    for (const inner of [
      ...Object.values(part.properties ?? {}),
      ...(part.oneOf ?? part.anyOf ?? []),
      ...(part.items ? [part.items] : []),
    ])
      look(inner);
  };
  look(schema);
  return edges;
}

const header =
  (name: string, value: string): Breaker =>
  (plan) => ({ ...plan, headers: [...plan.headers, [name, value]] });
const withoutHeader = (plan: Plan, name: string): Plan['headers'] =>
  plan.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
const jsonBytes = ({ body }: Plan): string => bytesOf(JSON.stringify(body) ?? '');
const raw = (
  make: (bytes: string, dice: Dice) => string,
  type = 'application/json',
  more: Plan['headers'] = [],
): Breaker => {
  return (plan, dice) => ({
    ...plan,
    headers: [...withoutHeader(plan, 'content-type'), ['Content-Type', type], ...more],
    raw: make(jsonBytes(plan), dice),
  });
};
const inPath =
  (make: (dice: Dice) => string): Breaker =>
  (plan, dice) => {
    const places = [...plan.segments.keys()].filter((index) => plan.segments[index]?.startsWith('{{'));
    if (places.length === 0) return undefined;
    const place = dice.of(places);
    const odd = make(dice);
    return { ...plan, segments: plan.segments.map((segment, index) => (index === place ? odd : segment)) };
  };
const inQuery =
  (name: string, value: string): Breaker =>
  (plan) => ({ ...plan, query: [...plan.query, [name, value]] });
const credential =
  (make: (plan: Plan) => Plan['headers']): Breaker =>
  (plan) =>
    plan.operation.security.length === 0
      ? undefined
      : {
          ...plan,
          caller: 'nobody',
          headers: [
            ...plan.headers.filter(([name]) => !['authorization', 'x-api-key'].includes(name.toLowerCase())),
            ...make(plan),
          ],
        };
const keyHeader = ({ operation }: Plan, value: string): readonly [string, string] =>
  operation.service === 'coverage' ? ['X-API-Key', value] : ['Authorization', `Bearer ${value}`];

/** Ways to break a request, by their names in reports. */
const BREAKERS: Readonly<Record<string, Breaker>> = {
  'field of another type': inBody(
    (_old, dice) => dice.of(ODD_VALUES),
    () => true,
  ),
  'field missing': inBody(
    () => REMOVED,
    () => true,
  ),
  'unknown field': inBody(
    (old, dice) => ({ ...(old as object), [dice.of(['more', 'id', 'isAdmin', 'constructor'])]: 1 }),
    isObject,
  ),
  'own __proto__': inBody(
    (old) => JSON.parse(`{"__proto__":1,${JSON.stringify(old).slice(1)}`.replace(',}', '}')),
    isObject,
  ),
  'odd text': inBody((_old, dice) => dice.of(ODD_TEXTS), isText),
  'odd text within': inBody((old, dice) => `${String(old)}${dice.of(ODD_TEXTS)}`, isText),
  'odd text before': inBody((old, dice) => `${dice.of(ODD_TEXTS)}${String(old)}`, isText),
  'at a bound': (plan, dice) => {
    const edges = plan.operation.body === undefined ? [] : edgesOf(plan.operation.body);
    return edges.length === 0
      ? undefined
      : inBody(
          () => dice.of(edges),
          () => true,
        )(plan, dice);
  },
  'long list': inBody((old) => Array(1000).fill((old as unknown[])[0] ?? 'x'), Array.isArray),
  'list within list': inBody(
    (old) => [old, old],
    () => true,
  ),
  'deep body': raw((_bytes, dice) => {
    const depth = dice.of([30, 31, 32, 33, 5000, 30_000]);
    return dice.oneIn(2) ? `${'['.repeat(depth)}${']'.repeat(depth)}` : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  }),
  'many unknown fields': raw((_bytes, dice) => {
    const count = dice.of([21, 101, 5000]);
    return `{${Array.from({ length: count }, (_, index) => `"f${index}":${index}`).join(',')}}`;
  }),
  'cut body': raw((bytes, dice) => bytes.slice(0, dice.below(Math.max(1, bytes.length)))),
  'no JSON': raw((_bytes, dice) =>
    dice.of(['x', '{', '{"a":}', "{'a':1}", '[1,]', 'NaN', '{"a":1}{"b":2}', '\u0000', '{"a":1e9999}']),
  ),
  'no object': raw((_bytes, dice) => dice.of(['null', '1', '"x"', '[]', 'true', ' ', '[{}]'])),
  'a key twice': raw((bytes) => bytes.replace(/^\{/, '{"name":"first","name":"second",')),
  'bytes that are no UTF-8': raw((bytes) => bytes.replace(/"$|"\}$/, '\xff\xfe"}').replace(/^\{/, '{"x":"\xc3\x28",')),
  'byte order mark': raw((bytes) => `\xef\xbb\xbf${bytes}`),
  'UTF-16': raw((bytes) => Buffer.from(bytes, 'utf16le').toString('latin1'), 'application/json; charset=utf-16'),
  'another content type': raw((bytes) => bytes, 'text/plain'),
  form: raw(() => 'a=1&b=2', 'application/x-www-form-urlencoded'),
  XML: raw(() => '<a/>', 'application/xml'),
  'broken multipart': raw(
    (_bytes, dice) =>
      dice.of([
        '',
        '--x',
        '--x\r\n\r\n',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
        '--x--',
      ]),
    'multipart/form-data; boundary=x',
  ),
  'multipart without boundary': raw(() => '--x--', 'multipart/form-data'),
  'another charset': raw((bytes) => bytes, 'application/json; charset=latin1'),
  gzip: raw((bytes) => gzipSync(Buffer.from(bytes, 'latin1')).toString('latin1'), 'application/json', [
    ['Content-Encoding', 'gzip'],
  ]),
  'gzip that is none': raw((bytes) => bytes, 'application/json', [['Content-Encoding', 'gzip']]),
  'gzip bomb': raw(() => gzipSync(Buffer.alloc(30_000_000, ' ')).toString('latin1'), 'application/json', [
    ['Content-Encoding', 'gzip'],
  ]),
  'unknown encoding': raw((bytes) => bytes, 'application/json', [['Content-Encoding', 'zstd, x']]),
  'large body': raw(() => `"${'a'.repeat(300_000)}"`),
  'body where none is read': (plan) => (plan.body === undefined ? { ...plan, body: { a: 1 } } : undefined),
  'unknown parameter': inQuery('more', '1'),
  'parameter list': (plan, dice) => inQuery(`${plan.query[0]?.[0] ?? 'limit'}[]`, '1')(plan, dice),
  'parameter object': inQuery('limit[a][b]', '1'),
  'parameter __proto__': inQuery('__proto__[x]', '1'),
  'parameter twice': (plan, dice) => {
    const names = plan.operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
    if (names.length === 0) return undefined;
    const name = dice.of(names);
    return { ...plan, query: [...plan.query, [name, '1'], [name, '2']] };
  },
  'odd parameter': (plan, dice) => {
    const names = plan.operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
    if (names.length === 0) return undefined;
    const name = dice.of(names);
    return {
      ...plan,
      query: [...plan.query.filter(([each]) => each !== name), [name, dice.of(ODD_TEXTS).slice(0, 2000)]],
    };
  },
  'parameter at a bound': (plan, dice) => {
    const bounded = plan.operation.parameters.filter(
      ({ in: place, schema }) => place === 'query' && schema.maximum !== undefined,
    );
    if (bounded.length === 0) return undefined;
    const { name, schema } = dice.of(bounded);
    const value = dice.of([
      '0',
      '-0',
      '01',
      ' 5',
      '5.0',
      '1e2',
      '+5',
      '',
      String((schema.maximum ?? 0) + 1),
      String((schema.minimum ?? 0) - 1),
      '9'.repeat(30),
    ]);
    return { ...plan, query: [...plan.query.filter(([each]) => each !== name), [name, value]] };
  },
  'broken percent sign in the query': (plan) => ({
    ...plan,
    segments: [...plan.segments.slice(0, -1), `${plan.segments.at(-1)}?a=%zz&%`],
    query: [],
  }),
  'another id': inPath((dice) =>
    dice.of([UUID, UUID.toUpperCase(), `${UUID}0`, UUID.slice(1), '0', '-1', 'null', '%20', "'", '1;--']),
  ),
  'odd id': inPath(
    (dice) =>
      encodeURIComponent(
        dice
          .of(ODD_TEXTS)
          .replaceAll(/\p{Cs}/gu, '\ufffd')
          .slice(0, 300),
      ) || '%20',
  ),
  'encoded id': inPath((dice) =>
    dice.of([
      '%00',
      '%2f',
      '..%2f..',
      '%2e%2e',
      '%5c',
      '%',
      '%zz',
      '%ff',
      '%ed%a0%80',
      '%c0%af',
      ';',
      ':',
      '*',
      '%0d%0aX-A:1',
    ]),
  ),
  'id of another tenant': (plan, dice) => inPath(() => `{{rival.${thingIn(plan)}}}`)(plan, dice),
  'long path': (plan) => ({ ...plan, segments: [...plan.segments, 'a'.repeat(5000)] }),
  'longer path': (plan) => ({ ...plan, segments: [...plan.segments, 'a'.repeat(17_000)] }),
  'path with a slash behind': (plan) => ({ ...plan, segments: [...plan.segments, ''] }),
  'path with two slashes': (plan) => ({ ...plan, segments: ['', ...plan.segments] }),
  'path in capitals': (plan) => ({
    ...plan,
    segments: plan.segments.map((each) => (each.startsWith('{{') ? each : each.toUpperCase())),
  }),
  'path with dots': (plan, dice) => ({
    ...plan,
    segments: [...plan.segments, dice.of(['..', '.', '%2e%2e', '..%2f'])],
  }),
  'another method': (plan, dice) => ({
    ...plan,
    method: dice.of(
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'].filter(
        (each) => each !== plan.method,
      ),
    ),
  }),
  'no credential': credential(() => []),
  'forged token': credential(() => [['Authorization', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.']]),
  'odd token': (plan, dice) =>
    credential(() => [
      [
        'Authorization',
        `Bearer ${dice.of(['x', 'a'.repeat(8000), 'null', '{}', 'a.b.c', 'tripline_live_x', '=', 'é'])}`,
      ],
    ])(plan, dice),
  'odd scheme': (plan, dice) =>
    credential(() => [['Authorization', dice.of(['Basic eDp5', 'Bearer', 'bearer ', 'Digest x', '', 'Bearer  x  y'])]])(
      plan,
      dice,
    ),
  'revoked key': credential((plan) => [keyHeader(plan, '{{pro.revokedKey}}')]),
  'credential twice': (plan) =>
    plan.headers[0] === undefined ? undefined : { ...plan, headers: [plan.headers[0], ...plan.headers] },
  'both credentials': (plan, dice) => header('X-API-Key', `{{${plan.caller}.key}}`)(plan, dice),
  'odd request id': header('X-Request-Id', 'not sane: {}'),
  'two request ids': (plan) => ({
    ...plan,
    headers: [...plan.headers, ['X-Request-Id', 'one'], ['X-Request-Id', 'two']],
  }),
  'large header': header('X-More', 'a'.repeat(20_000)),
  'odd Accept': header('Accept', 'text/event-stream;q=x, */;q=2, application/xml'),
  'event stream asked for': header('Accept', 'text/event-stream'),
  'method override': header('X-HTTP-Method-Override', 'DELETE'),
  'foreign origin': header('Origin', 'https://elsewhere.example'),
  range: header('Range', 'bytes=0-1'),
  expectation: header('Expect', '100-continue'),
  'odd cookie': header('Cookie', 'tripline_refresh=%00; =; tripline_sign_in="\\"; a'),
  browser: header('X-Client', 'browser'),
};

/** The thing that the plan's path names, such as a rule. */
function thingIn({ segments }: Plan): string {
  const named = segments.find((segment) => segment.startsWith('{{'));
  return /\.(\w+)\}\}/.exec(named ?? '')?.[1] ?? 'rule';
}

/** Gives the plan with one or two parts broken. */
export function broken(plan: Plan, dice: Dice): Plan {
  let made = plan;
  for (let wanted = dice.oneIn(4) ? 2 : 1, tries = 0; wanted > 0 && tries < 20; tries += 1) {
    const name = dice.of(Object.keys(BREAKERS));
    const next = BREAKERS[name]?.(made, dice);
    if (next === undefined) continue;
    made = { ...next, broken: [...made.broken, name] };
    wanted -= 1;
  }
  return made;
}
