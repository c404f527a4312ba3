import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsCredentialIdentityProvider } from '@smithy/types';
import { toCallFailure } from './call-failure.js';
import { type Cap, createCap } from './cap.js';

/** What every SDK client is made with. */
export interface ClientSettings {
  readonly region: string;
  readonly credentials: AwsCredentialIdentityProvider;
  readonly retryMode: 'adaptive';
  readonly maxAttempts: number;
  readonly requestHandler: NodeHttpHandler;
}

/** The least of an SDK client that a session needs to know. */
interface SdkClient {
  readonly middlewareStack: {
    add(
      middleware: (next: (args: never) => Promise<unknown>) => (args: never) => Promise<unknown>,
      options: { step: 'finalizeRequest'; priority: 'low'; name: string },
    ): void;
  };
  destroy(): void;
}

/** Where a call goes: for caps, error entries and counts. */
export interface CallPlace {
  readonly service: string;
  readonly region: string;
  readonly operation: string;
}

/** One account's clients, with the caps and counts of one scan. */
export interface AwsSession {
  /** The client of this class for a region: made once, with the session's credentials, retries and connection pool. */
  client<Client extends SdkClient>(make: new (settings: ClientSettings) => Client, region: string): Client;
  /**
   * One call to AWS, under the caps of its service and of the scan.
   * @throws CallFailure when it failed for good; the signal's own reason when the scan was stopped
   */
  call<Output>(place: CallPlace, signal: AbortSignal, run: () => Promise<Output>): Promise<Output>;
  /**
   * What several cells of a scan need, such as a region's alarms, fetched once. `key` names it; a failure is everybody's.
   */
  shared<Value>(key: string, load: () => Promise<Value>): Promise<Value>;
  /** Requests sent so far, retries included. */
  calls(): number;
  close(): void;
}

/** How a session treats AWS. */
export interface AwsSessionOptions {
  readonly credentials: AwsCredentialIdentityProvider;
  readonly callsAtOnce: number;
  readonly callSeconds: number;
}

/** Calls one service gets at once; what is not listed gets {@link CALLS_PER_SERVICE}. Security Hub and CloudTrail allow about 10 a second. */
const SERVICE_CAPS: Readonly<Record<string, number>> = { securityhub: 3, cloudtrail: 3 };
const CALLS_PER_SERVICE = 8;
const MAX_ATTEMPTS = 5;

/** Opens a session; `close` ends its connections. */
export function createAwsSession(options: AwsSessionOptions): AwsSession {
  const requestHandler = new NodeHttpHandler({
    connectionTimeout: 5_000,
    requestTimeout: options.callSeconds * 1000,
    throwOnRequestTimeout: true,
  });
  const clients = new Map<string, SdkClient>();
  const shared = new Map<string, Promise<unknown>>();
  const wholeScan = createCap(options.callsAtOnce);
  const services = new Map<string, Cap>();
  let calls = 0;
  const capOf = (service: string): Cap => {
    const present = services.get(service);
    if (present !== undefined) return present;
    const cap = createCap(SERVICE_CAPS[service] ?? CALLS_PER_SERVICE);
    services.set(service, cap);
    return cap;
  };
  return {
    client(make, region) {
      const key = `${make.name} ${region}`;
      const present = clients.get(key);
      if (present !== undefined) return present as InstanceType<typeof make>;
      const client = new make({
        region,
        credentials: options.credentials,
        retryMode: 'adaptive',
        maxAttempts: MAX_ATTEMPTS,
        requestHandler,
      });
      client.middlewareStack.add(
        (next) => (args) => {
          calls += 1;
          return next(args);
        },
        { step: 'finalizeRequest', priority: 'low', name: 'countCalls' },
      );
      clients.set(key, client);
      return client;
    },
    call: (place, signal, run) =>
      capOf(place.service)(signal, () =>
        wholeScan(signal, async () => {
          try {
            return await run();
          } catch (error) {
            signal.throwIfAborted();
            throw toCallFailure(place, error);
          }
        }),
      ),
    shared<Value>(key: string, load: () => Promise<Value>) {
      const present = shared.get(key);
      if (present !== undefined) return present as Promise<Value>;
      const loading = load();
      shared.set(key, loading);
      return loading;
    },
    calls: () => calls,
    close() {
      for (const client of clients.values()) client.destroy();
      requestHandler.destroy();
    },
  };
}
