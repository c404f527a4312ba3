import fc from 'fast-check';
import { broken } from './breakers.js';
import { faultsOf, type Judge, reached } from './check-answer.js';
import { createDice } from './dice.js';
import type { Operation, ServiceName } from './document.js';
import { USED_UP } from './known-values.js';
import { type Plan, toRequest, validPlans } from './plan.js';
import { keyOf, type Report } from './report.js';
import type { FuzzRequest } from './request.js';
import { send, type WireRequest } from './send.js';
import type { World } from './world.js';

/** What a run is made with. */
export interface RunOptions {
  readonly seed: number;
  readonly requests: number;
  readonly atOnce: number;
  readonly judge: Judge;
  readonly world: World;
  readonly report: Report;
  readonly baseUrls: Readonly<Record<ServiceName, string>>;
  readonly adminToken: string;
  /** Addresses of advisories, reachable and not. */
  readonly advisoryUrls: readonly string[];
  readonly say: (line: string) => void;
}

/** One request in this many is valid. */
const VALID_ONE_IN = 4;
/** New people after so many requests, or so long: fresh quotas, short lists, and tokens that are still good. */
const RENEW_REQUESTS = 6_000;
const RENEW_MS = 9 * 60_000;
/** Operations that hash a password, read an advisory or reach the cloud, with how often they come beside the others' 20. */
const RARE: readonly (readonly [pattern: RegExp, weight: number])[] = [
  [/^POST \/v1\/(generate|team|convert)$/, 8],
  [/^POST \/v1\/auth\/(register|login|verify-email|reset-password|change-password|forgot-password)$/, 5],
  [/^(DELETE \/v1\/team|POST \/v1\/team\/(leave|transfer|invitations\/accept))/, 5],
  [/^POST \/(accounts\/\{id\}\/(verify|scans)|scans)/, 8],
];

/** Sends the regressions, then every operation valid until it succeeds, then requests at random. */
export async function run(options: RunOptions, regressions: readonly FuzzRequest[]): Promise<void> {
  const { judge, report, requests, seed } = options;
  const operations = judge.operations;
  for (const request of regressions) await exchange(options, request);
  const plansOf = new Map(operations.map((one) => [keyOf(one), plansFor(options, one)]));
  for (const operation of operations) {
    const plans = fc.sample(plansOf.get(keyOf(operation)) as fc.Arbitrary<Plan>, { seed, numRuns: 12 });
    for (const plan of plans) {
      if (report.succeeded(keyOf(operation))) break;
      await exchange(options, toRequest(plan));
    }
  }
  const mixed = fc.oneof(
    ...operations.map((one) => ({
      arbitrary: plansOf.get(keyOf(one)) as fc.Arbitrary<Plan>,
      weight: RARE.find(([pattern]) => pattern.test(one.name))?.[1] ?? 20,
    })),
  );
  await sendMixed(options, fc.tuple(mixed, fc.integer()), requests);
}

const plansFor = ({ advisoryUrls, judge }: RunOptions, operation: Operation): fc.Arbitrary<Plan> =>
  validPlans(operation, (body) => judge.shapes.accepts(operation, idsFilledIn(body)), advisoryUrls);

/** What stands for a thing of the world, as an id: the document asks for ids. */
const idsFilledIn = (body: unknown): unknown =>
  JSON.parse(
    (JSON.stringify(body) ?? 'null').replaceAll(/\{\{\w+\.(\w+)\}\}/g, (_all, thing: string) =>
      thing === 'email' ? 'a@example.test' : '01890a5d-ac96-774b-bcce-b302099a8057',
    ),
  );

async function sendMixed(options: RunOptions, plans: fc.Arbitrary<[Plan, number]>, requests: number): Promise<void> {
  const { atOnce, say, seed, world } = options;
  const batch = 500;
  let renewed = { at: Date.now(), sent: 0 };
  for (let sent = 0; sent < requests; sent += batch) {
    const queue = fc.sample(plans, { seed: seed + sent + 1, numRuns: Math.min(batch, requests - sent) });
    const sender = async (): Promise<void> => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const [plan, own] = next;
        const dice = createDice(own);
        await exchange(options, toRequest(dice.oneIn(VALID_ONE_IN) ? plan : broken(plan, dice)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    if (sent - renewed.sent >= RENEW_REQUESTS || Date.now() - renewed.at > RENEW_MS) {
      world.renew();
      renewed = { at: Date.now(), sent };
    }
    if ((sent / batch) % 10 === 9) say(`${sent + batch} of ${requests} requests sent`);
  }
}

/** Sends one request and judges what comes back. */
export async function exchange(options: RunOptions, request: FuzzRequest): Promise<void> {
  const { judge, report, world } = options;
  const wire = await filledIn(options, request);
  const answer = await send(wire);
  const operation = reached(judge.operations, request.service, wire);
  report.count(operation === undefined ? `${request.service} elsewhere` : keyOf(operation), answer.status);
  const faults = faultsOf(judge, request, wire, answer);
  if (faults.length > 0) report.fault(request, faults);
  if (answer.status >= 400 || answer.status === 0 || operation === undefined) return;
  const usedUp = USED_UP[operation.name];
  if (usedUp === '*') world.retire(request.caller);
  else if (usedUp !== undefined) world.retire(request.caller, usedUp);
  if (request.method === 'DELETE') for (const [persona, thing] of thingsIn(request.path)) world.retire(persona, thing);
}

const THING = /\{\{(\w+)\.(\w+)\}\}/g;
const thingsIn = (text: string): (readonly [persona: string, thing: string])[] =>
  [...text.matchAll(THING)].map(([, persona = '', thing = '']) => [persona, thing] as const);

/** The request with the world's ids, tokens and texts in it. */
async function filledIn({ adminToken, baseUrls, world }: RunOptions, request: FuzzRequest): Promise<WireRequest> {
  const { body, headers, method, path, service } = request;
  const values = new Map<string, string>();
  for (const [persona, thing] of thingsIn(JSON.stringify([path, headers, body]))) {
    const value = persona === 'operator' ? adminToken : await world.value(persona, thing);
    values.set(`{{${persona}.${thing}}}`, value);
  }
  const fill = (text: string): string => text.replaceAll(THING, (all) => values.get(all) ?? all);
  return {
    ...{ baseUrl: baseUrls[service], method, path: fill(path) },
    headers: headers.map(([name, value]) => [name, fill(value)] as const),
    ...(body === undefined ? {} : { body: fill(body) }),
  };
}
