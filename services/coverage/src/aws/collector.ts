import PQueue from 'p-queue';
import type { FoundDetection } from '../detections/detection-model.js';
import { CallFailure } from '../providers/provider.js';
import type { AwsSession } from './aws-session.js';

/** Where and with what one cell is read. */
export interface CollectorContext {
  readonly session: AwsSession;
  readonly region: string;
  readonly externalAccountId: string;
  readonly signal: AbortSignal;
}

/** Reads what one AWS service knows of detections in one region. */
export interface Collector {
  /** Names the service in cells, errors and caps: `guardduty`, `eventbridge` … */
  readonly service: string;
  collect(context: CollectorContext): AsyncIterable<FoundDetection>;
}

/** One call of a collector. */
export function call<Output>(
  { session, region, signal }: CollectorContext,
  service: string,
  operation: string,
  run: () => Promise<Output>,
): Promise<Output> {
  return session.call({ service, region, operation }, signal, run);
}

/** The pages of a listing, one call each, until AWS gives no further token. */
export async function* pages<Output>(
  context: CollectorContext,
  service: string,
  operation: string,
  run: (token: string | undefined) => Promise<Output>,
  tokenOf: (output: Output) => string | undefined,
): AsyncGenerator<Output> {
  let token: string | undefined;
  do {
    const output = await call(context, service, operation, () => run(token));
    yield output;
    token = tokenOf(output);
  } while (token !== undefined && token !== '');
}

/** Codes of an operation that a region does not offer (yet). */
export const NOT_OFFERED: readonly string[] = [
  'UnknownOperationException',
  'UnknownOperation',
  'InvalidAction',
  'NotImplemented',
  'NotImplementedException',
  'Http404',
  'Http501',
];

/** What a call gives, or undefined when AWS answers with one of these codes: for services that say "not enabled" by an error. */
export async function unlessRefusedWith<Output>(
  codes: readonly string[],
  run: Promise<Output>,
): Promise<Output | undefined> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof CallFailure && codes.includes(error.error.code)) return undefined;
    throw error;
  }
}

/** Everything of a listing of several pages. */
export async function everything<Output, Item>(
  listing: AsyncIterable<Output>,
  itemsOf: (output: Output) => readonly Item[] | undefined,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const output of listing) items.push(...(itemsOf(output) ?? []));
  return items;
}

/** What became of a task done for each of many items. */
export interface Outcome<Item, Result> {
  readonly done: ReadonlyMap<Item, Result>;
  /** The first failure; after it no further item was begun. */
  readonly failure: unknown;
}

/** Items of one cell under way at once; the session's caps lie above this. */
const ITEMS_AT_ONCE = 8;

/** Does something for each item, some at once, and begins no further one after the first failure: a service that denies or hangs is not asked a hundred times. */
export async function forEach<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Outcome<Item, Result>> {
  const done = new Map<Item, Result>();
  const queue = new PQueue({ concurrency: ITEMS_AT_ONCE });
  let failure: unknown;
  for (const item of items) {
    void queue.add(async () => {
      try {
        done.set(item, await work(item));
      } catch (error) {
        failure ??= error;
        queue.clear();
      }
    });
  }
  await queue.onIdle();
  return { done, failure };
}

/** What a dependency gives, or undefined when it could not be read; a stopped scan stays stopped. */
export async function ifReadable<Value>(
  context: CollectorContext,
  dependency: Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await dependency;
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof CallFailure) return undefined;
    throw error;
  }
}

/** Whether a call failed because the role may not make it: that is not going to change, and so is worth showing on what it hides. */
export function isDenied(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.error.kind === 'access_denied';
}
