import { AdaptiveRetryStrategy, DefaultRateLimiter } from '@smithy/core/retry';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { createOutgoingAgents, traced } from '@tripline/service';
import { createCap } from '../cloud/cap.js';
import { CallFailure, type CallLimit } from '../cloud/provider.js';
import { type CallPlace, toCallFailure } from './call-failure.js';
import type { SessionCredentials } from './credentials.js';
import { getOrMake } from './get-or-make.js';
import { createPace, type Pace } from './pace.js';
import { forRetry, isTimeout } from './retries.js';
import type { AwsSession, SdkClient } from './sdk-session.js';
import { findAwsService } from './services/index.js';
import { timeoutError, within } from './time-limit.js';

/** Options of a session. */
export interface AwsSessionOptions {
  readonly credentials: SessionCredentials;
  readonly callsAtOnce: number;
  /** Bounds the calls instead of `callsAtOnce`. */
  readonly limit?: CallLimit | undefined;
  readonly callSeconds: number;
}

/** How many calls a service gets at once in a region, unless it declares limits of its own. */
const CALLS_PER_SERVICE = 8;
const CONNECT_MS = 5_000;
const MAX_ATTEMPTS = 5;
/**
 * The lowest rate, in calls per second, that throttling reduces a service to in a region. The SDK's own minimum is one call in two seconds,
 * and a new client falls to it at its first throttled call. A few throttled calls would then add minutes to a scan.
 */
const LEAST_CALLS_PER_SECOND = 4;
/** A call that times out is tried once more, not {@link MAX_ATTEMPTS} times: a service that hangs must not delay a scan for minutes. */
const MAX_TIMEOUTS = 2;
/** New credentials can expire before a waiting call is sent with them, so a call may be sent again more than once. */
const MAX_RENEWALS = 3;
/** How long the waits between a call's attempts may be in total. */
const WAITS_MS = 60_000;

/** Opens a session. `close` ends its connections. */
export function createAwsSession({ credentials, callsAtOnce, callSeconds, limit }: AwsSessionOptions): AwsSession {
  const callMs = callSeconds * 1000;
  const requestHandler = new NodeHttpHandler({
    ...createOutgoingAgents(),
    connectionTimeout: CONNECT_MS,
    requestTimeout: callMs,
    socketTimeout: callMs,
    throwOnRequestTimeout: true,
  });
  const clients = new Map<string, SdkClient>();
  const shared = new Map<string, Promise<unknown>>();
  const attempts = createAttempts(callMs);
  const send = renewing(credentials, callMs);
  const inTurn = createTurns(limit ?? createCap(callsAtOnce));
  let scanned: readonly string[] = [];
  return {
    client(make, region) {
      const client = getOrMake(clients, `${make.name} ${region}`, () => {
        const made = new make({
          region,
          credentials: credentials.provider,
          retryStrategy: patientRetries(),
          requestHandler,
        });
        made.middlewareStack.add((next, context) => (args) => attempts.make(() => next(args), context), {
          step: 'finalizeRequest',
          priority: 'low',
          name: 'attempt',
        });
        return made;
      });
      return client as InstanceType<typeof make>;
    },
    regions: () => scanned,
    setRegions(regions) {
      scanned = regions;
    },
    call: (place, signal, run) => inTurn(place, signal, () => tracedCall(place, () => send(place, signal, run))),
    shared: <Value>(key: string, load: () => Promise<Value>) => getOrMake(shared, key, load) as Promise<Value>,
    calls: attempts.made,
    close() {
      for (const client of clients.values()) client.destroy();
      requestHandler.destroy();
    },
  };
}

/** Makes the attempts of calls: each is counted, and ended when its answer is not complete in time. */
function createAttempts(callMs: number) {
  const timeouts = new WeakMap<object, number>();
  let made = 0;
  return {
    made: () => made,
    /** @param context the SDK's object for the call that it is an attempt of */
    async make<Output>(send: () => Promise<Output>, context: object): Promise<Output> {
      made += 1;
      try {
        return await within(send(), callMs);
      } catch (error) {
        if (!isTimeout(error)) throw forRetry(error);
        const count = (timeouts.get(context) ?? 0) + 1;
        timeouts.set(context, count);
        if (count < MAX_TIMEOUTS) throw error;
        // The SDK does not retry an error of this name.
        throw Object.assign(timeoutError(callMs), { name: 'CallTimeout' });
      }
    },
  };
}

type InTurn = <Output>(place: CallPlace, signal: AbortSignal, call: () => Promise<Output>) => Promise<Output>;

/** Lets calls begin at their service's pace, and within its bounds and those of the whole scan. */
function createTurns(wholeScan: CallLimit): InTurn {
  const caps = new Map<string, CallLimit>();
  const paces = new Map<string, Pace>();
  return async ({ region, service }, signal, call) => {
    const place = `${service} ${region}`;
    const { limits, rounds } = findAwsService(service) ?? {};
    if (limits !== undefined) {
      await getOrMake(paces, place, () => createPace(limits.perSecond, limits.burst))(signal);
    }
    const cap = getOrMake(caps, place, () => createCap(limits?.atOnce ?? CALLS_PER_SERVICE));
    // What has the longest chain of calls goes first, so that none is left at the end.
    return cap(signal, () => wholeScan(signal, call, rounds ?? 0));
  };
}

/** Sends calls with their retries, and again with new credentials where those have expired. */
function renewing(credentials: SessionCredentials, callMs: number) {
  const once = async <Output>(
    place: CallPlace,
    signal: AbortSignal,
    run: () => Promise<Output>,
    { attemptsBefore, generation }: { readonly attemptsBefore: number; readonly generation: number },
  ): Promise<Output> => {
    try {
      const output = await within(run(), callMs * MAX_ATTEMPTS + WAITS_MS, signal);
      credentials.accepted(generation);
      return output;
    } catch (error) {
      signal.throwIfAborted();
      throw toCallFailure(place, error, attemptsBefore);
    }
  };
  return async <Output>(place: CallPlace, signal: AbortSignal, run: () => Promise<Output>): Promise<Output> => {
    let attemptsBefore = 0;
    for (let renewals = 0; ; renewals += 1) {
      const generation = credentials.generation();
      try {
        return await once(place, signal, run, { attemptsBefore, generation });
      } catch (error) {
        const expired = error instanceof CallFailure && error.error.kind === 'expired';
        if (!expired || renewals === MAX_RENEWALS || !(await credentials.renew(generation))) throw error;
        attemptsBefore = error.error.attempts;
      }
    }
  };
}

/** A call with its retries, as a span. */
function tracedCall<Output>({ operation, region, service }: CallPlace, call: () => Promise<Output>): Promise<Output> {
  const attributes = {
    'rpc.system': 'aws-api',
    'rpc.service': service,
    'rpc.method': operation,
    'cloud.region': region,
  };
  return traced(`${service}.${operation}`, { kind: 'client', attributes }, call);
}

/** The SDK's adaptive retries: back-off, and a client-side rate that falls with every throttled call and rises again. */
function patientRetries(): AdaptiveRetryStrategy {
  const rateLimiter = new DefaultRateLimiter({
    minFillRate: LEAST_CALLS_PER_SECOND,
    minCapacity: LEAST_CALLS_PER_SECOND,
  });
  return new AdaptiveRetryStrategy(MAX_ATTEMPTS, { rateLimiter });
}
