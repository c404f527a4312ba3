import PQueue from 'p-queue';
import type { Forward } from '../cloud/forward.js';
import type { FoundDetection } from '../cloud/found-detection.js';
import { CallFailure } from '../cloud/provider.js';
import type { AwsService } from './aws-service.js';
import type { AwsLogFeed } from './feed-gaps.js';
import type { AwsSession } from './sdk-session.js';

/** What a collector needs to read one cell. */
export interface CollectorContext {
  readonly session: AwsSession;
  readonly region: string;
  readonly externalAccountId: string;
  readonly signal: AbortSignal;
}

/** Reads the detections of one AWS service in one region: what `collector.ts` in the service's folder exports as `collect`. */
export type Collect = (context: CollectorContext) => AsyncIterable<FoundDetection>;

/** Reads what keeps logs in one region: what `collector.ts` exports as `feeds` where the service declares `logs`. */
export type ReadFeeds = (context: CollectorContext) => Promise<readonly AwsLogFeed[]>;

/** Reads what goes from one region to other accounts and regions: what `collector.ts` exports as `forwards` where there may be such things. */
export type ReadForwards = (context: CollectorContext) => Promise<readonly Forward[]>;

/** One call of a collector, of an operation that its service declares. */
export function call<Operation extends string, Output>(
  { session, region, signal }: CollectorContext,
  service: AwsService<Operation>,
  operation: NoInfer<Operation>,
  run: () => Promise<Output>,
): Promise<Output> {
  return session.call({ service: service.id, region, operation }, signal, run);
}

/** The pages of a listing, one call each, until AWS gives no further token. */
export async function* pages<Operation extends string, Output>(
  context: CollectorContext,
  service: AwsService<Operation>,
  operation: NoInfer<Operation>,
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

/** Error codes of an operation that a region does not offer. */
export const NOT_OFFERED: readonly string[] = [
  'UnknownOperationException',
  'UnknownOperation',
  'InvalidAction',
  'NotImplemented',
  'NotImplementedException',
  'Http404',
  'Http501',
];

/** The result of a call, or undefined when AWS answers with one of these codes: some services report "not enabled" as an error. */
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

/** All items of a listing, over all its pages. */
export async function everything<Output, Item>(
  listing: AsyncIterable<Output>,
  itemsOf: (output: Output) => readonly Item[] | undefined,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const output of listing) items.push(...(itemsOf(output) ?? []));
  return items;
}

/** The results of a task that was run for each of many items. */
export interface Outcome<Item, Result> {
  readonly done: ReadonlyMap<Item, Result>;
  /** The first failure; after it no further item was started. */
  readonly failure: unknown;
}

/** How many items of one cell are read at once; the session's limits are above this. */
const ITEMS_AT_ONCE = 8;

/**
 * Runs a task for each item, some at once, and starts no further one after the first failure: a service that denies or hangs is not called
 * a hundred times.
 */
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

/** The result of a read that others depend on, or undefined when it failed. When the scan is stopped, it throws. */
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

/** Whether a call failed because the role has no permission for it. Since that does not pass by itself, the detection shows it. */
export function isDenied(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.error.kind === 'access_denied';
}
