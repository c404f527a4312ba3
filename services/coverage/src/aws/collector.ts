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
  /** The regions it is worth asking in, when not in each: a service that lists the whole account anywhere. */
  readonly onlyRegions?: (regions: readonly string[]) => readonly string[];
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
export const NOT_OFFERED: readonly string[] = ['UnknownOperationException', 'UnknownOperation', 'InvalidAction'];

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
