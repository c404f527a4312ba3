import fc from 'fast-check';
import { broken } from './breakers.js';
import { faultsOf, type Judge, reached } from './check-answer.js';
import { type CostlyBody, costlyBodies } from './costly-bodies.js';
import { createDice } from './dice.js';
import type { Operation, ServiceName } from './document.js';
import { USED_UP } from './known-values.js';
import { UNSTORABLE_TEXTS } from './odd-text.js';
import { signed } from './partner.js';
import { type Plan, toRequest, validPlans } from './plan.js';
import { keyOf, type Report } from './report.js';
import type { FuzzRequest } from './request.js';
import { send, type WireAnswer, type WireRequest } from './send.js';
import { type TextField, textFields } from './text-fields.js';
import type { World } from './world.js';

/** What requests are sent to and checked with. */
export interface Target {
  readonly judge: Judge;
  readonly world: World;
  readonly report: Report;
  readonly baseUrls: Readonly<Record<ServiceName, string>>;
  readonly adminToken: string;
  /** Addresses of advisories, reachable and not. */
  readonly advisoryUrls: readonly string[];
}

/** Options of a run. */
export interface RunOptions extends Target {
  readonly seed: number;
  /** Number of random requests, in addition to those that every run sends. */
  readonly requests: number;
  readonly atOnce: number;
  readonly say: (line: string) => void;
}

/** One random request in this many is valid. */
const VALID_ONE_IN = 4;
/** After this many requests, or this long, the personas are made anew: they then have unused quotas, short lists and valid tokens. */
const RENEW_REQUESTS = 6_000;
const RENEW_MS = 9 * 60_000;
/** Operations that hash a password, read an advisory or call the cloud, and their weights; every other operation has the weight 20. */
const RARE: readonly (readonly [pattern: RegExp, weight: number])[] = [
  [/^POST \/v1\/(generate|team|convert)$/, 8],
  [/^POST \/v1\/auth\/(register|login|verify-email|reset-password|change-password|forgot-password)$/, 5],
  [/^(DELETE \/v1\/team|POST \/v1\/team\/(leave|transfer|invitations\/accept))/, 5],
  [/^POST \/(accounts\/\{id\}\/(verify|scans)|scans)/, 8],
];

/** Maximum valid requests of an operation that are tried until one succeeds. */
const PLANS_UNTIL_SUCCESS = 12;
/** Number of valid requests of an operation in which its text fields are searched for. */
const PLANS_OF_FIELDS = 40;

/**
 * Sends the regressions; then valid requests of every operation until one succeeds; then odd texts in every text field and costly bodies to
 * every operation; then random requests.
 */
export async function run(options: RunOptions, regressions: readonly FuzzRequest[]): Promise<void> {
  const { judge, report, requests, say, seed } = options;
  const operations = judge.operations;
  for (const request of regressions) await exchange(options, request);
  for (const operation of operations) {
    for (const plan of samplePlans(options, operation, { seed, count: PLANS_UNTIL_SUCCESS })) {
      if (report.succeeded(keyOf(operation))) break;
      await exchange(options, toRequest(plan));
    }
  }
  const before = report.sent();
  await eachAtOnce(options, operations, async (operation) => {
    const plans = samplePlans(options, operation, { seed, count: PLANS_OF_FIELDS });
    const good = new Map<Plan, boolean>();
    for (const field of textFields(plans)) await sendOddTexts(options, field, good);
    for (const costly of operation.body === undefined ? [] : costlyBodies(operation.body)) {
      await sendCostly(options, plans[0] as Plan, costly);
    }
  });
  say(`${report.sent() - before} requests with odd texts in every field and with costly bodies sent`);
  const mixed = fc.oneof(
    ...operations.map((one) => ({
      arbitrary: plansFor(options, one),
      weight: RARE.find(([pattern]) => pattern.test(one.name))?.[1] ?? 20,
    })),
  );
  await sendMixed(options, fc.tuple(mixed, fc.integer()), requests);
}

/** Maximum valid requests with a field that are tried until one succeeds. */
const TRIES_OF_FIELD = 8;

/** Sends a field's odd texts in requests that are otherwise valid, so that texts which pass validation reach the database. */
async function sendOddTexts(options: RunOptions, field: TextField, good: Map<Plan, boolean>): Promise<void> {
  const { report } = options;
  const succeeds = async (plan: Plan): Promise<boolean> => {
    const known = good.get(plan) ?? (await exchange(options, toRequest(plan))).status < 400;
    good.set(plan, known);
    return known;
  };
  for (const plan of field.plans
    .toSorted((a, b) => Number(good.get(b) ?? 0) - Number(good.get(a) ?? 0))
    .slice(0, TRIES_OF_FIELD)) {
    if (!(await succeeds(plan))) continue;
    for (const text of UNSTORABLE_TEXTS) {
      const request = toRequest(field.withText(plan, text));
      const { body, status } = await exchange(options, request);
      const fault = status < 300 ? field.notStoredWhole(text, body) : undefined;
      if (fault !== undefined) report.fault(request, [fault]);
    }
    return;
  }
  const [{ operation }] = field.plans as [Plan];
  report.trouble(
    `${keyOf(operation)}: no request with ${field.name} has succeeded, so that odd texts in it prove little`,
  );
}

async function sendCostly(options: Target, plan: Plan, { bytes, name, refused }: CostlyBody): Promise<void> {
  const request = toRequest({ ...plan, raw: bytes, broken: [name] });
  const { status } = await exchange(options, request);
  if (refused && status !== 400 && status !== 413) {
    options.report.fault({ ...request, body: '' }, [`${name}: answered ${status}, not 400 or 413`]);
  }
}

/** Runs `work` for each item of a list, with a limit on how many run at once. */
async function eachAtOnce<Item>(
  { atOnce }: RunOptions,
  list: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...list];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Generates valid requests of an operation from a seed. */
export const samplePlans = (
  target: Target,
  operation: Operation,
  { count, seed }: { readonly seed: number; readonly count: number },
): readonly Plan[] => fc.sample(plansFor(target, operation), { seed, numRuns: count });

const plansFor = ({ advisoryUrls, judge }: Target, operation: Operation): fc.Arbitrary<Plan> =>
  validPlans(operation, (body) => judge.shapes.accepts(operation, idsFilledIn(body)), advisoryUrls);

/** Values of the form that the documents require, for things that are no ids. */
const FORMS: Readonly<Record<string, string>> = {
  email: 'a@example.test',
  appCode: '287082',
  marker: 'mark0123456789abcdef',
};

/** Replaces placeholders of things by values of their form: of an id, unless {@link FORMS} has another. */
const idsFilledIn = (body: unknown): unknown =>
  JSON.parse(
    (JSON.stringify(body) ?? 'null').replaceAll(
      /\{\{\w+\.(\w+)\}\}/g,
      (_all, thing: string) => FORMS[thing] ?? '01890a5d-ac96-774b-bcce-b302099a8057',
    ),
  );

async function sendMixed(options: RunOptions, plans: fc.Arbitrary<[Plan, number]>, requests: number): Promise<void> {
  const { say, seed, world } = options;
  const batch = 500;
  let renewed = { at: Date.now(), sent: 0 };
  for (let sent = 0; sent < requests; sent += batch) {
    const queue = fc.sample(plans, { seed: seed + sent + 1, numRuns: Math.min(batch, requests - sent) });
    await eachAtOnce(options, queue, async ([plan, own]) => {
      const dice = createDice(own);
      await exchange(options, toRequest(dice.oneIn(VALID_ONE_IN) ? plan : broken(plan, dice)));
    });
    if (sent - renewed.sent >= RENEW_REQUESTS || Date.now() - renewed.at > RENEW_MS) {
      world.renew();
      renewed = { at: Date.now(), sent };
    }
    if ((sent / batch) % 10 === 9) say(`${sent + batch} of ${requests} requests sent`);
  }
}

/** Sends one request and checks the answer. */
export async function exchange(options: Target, request: FuzzRequest): Promise<WireAnswer> {
  const { judge, report, world } = options;
  const wire = await filledIn(options, request);
  const answer = await send(wire);
  const operation = reached(judge.operations, request.service, wire);
  report.count(operation === undefined ? `${request.service} elsewhere` : keyOf(operation), answer.status);
  const faults = faultsOf(judge, request, wire, answer);
  if (faults.length > 0) report.fault(request, faults);
  if (answer.status >= 400 || answer.status === 0 || operation === undefined) return answer;
  const usedUp = USED_UP[operation.name];
  if (usedUp === '*') world.retire(request.caller);
  else if (usedUp !== undefined) world.retire(request.caller, usedUp);
  if (request.method === 'DELETE') for (const [persona, thing] of thingsIn(request.path)) world.retire(persona, thing);
  return answer;
}

const THING = /\{\{(\w+)\.(\w+)\}\}/g;
const thingsIn = (text: string): (readonly [persona: string, thing: string])[] =>
  [...text.matchAll(THING)].map(([, persona = '', thing = '']) => [persona, thing] as const);

/** Fills the ids, tokens and texts of the stack into a request. */
async function filledIn({ adminToken, baseUrls, world }: Target, request: FuzzRequest): Promise<WireRequest> {
  const { body, headers, method, path, service } = request;
  const values = new Map<string, string>();
  for (const [persona, thing] of thingsIn(JSON.stringify([path, headers, body]))) {
    const value = persona === 'operator' ? adminToken : await world.value(persona, thing);
    values.set(`{{${persona}.${thing}}}`, value);
  }
  const fill = (text: string): string => text.replaceAll(THING, (all) => values.get(all) ?? all);
  const filled = body === undefined ? undefined : fill(body);
  return {
    ...{ baseUrl: baseUrls[service], method, path: fill(path) },
    headers: headers.map(([name, value]) => [name, signed(fill(value), filled ?? '')] as const),
    ...(filled === undefined ? {} : { body: filled }),
  };
}
