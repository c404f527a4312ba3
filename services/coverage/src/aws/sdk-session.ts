import type { AdaptiveRetryStrategy } from '@smithy/core/retry';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsCredentialIdentityProvider } from '@smithy/types';
import type { CallPlace } from './call-failure.js';

/** Settings of every SDK client. */
export interface ClientSettings {
  readonly region: string;
  readonly credentials: AwsCredentialIdentityProvider;
  readonly retryStrategy: AdaptiveRetryStrategy;
  readonly requestHandler: NodeHttpHandler;
}

/** The part of an SDK client that a session uses. */
export interface SdkClient {
  readonly middlewareStack: {
    add(
      middleware: (next: (args: never) => Promise<unknown>, context: object) => (args: never) => Promise<unknown>,
      options: { step: 'finalizeRequest'; priority: 'low'; name: string },
    ): void;
  };
  destroy(): void;
}

/** One account's clients, with the limits and counts of one scan. */
export interface AwsSession {
  /** The client of this class for a region. It is made once, with the session's credentials, retries and connection pool. */
  client<Client extends SdkClient>(make: new (settings: ClientSettings) => Client, region: string): Client;
  /**
   * One call to AWS, within the limits of its service and of the scan. It is sent again with new credentials when the old ones have
   * expired.
   * @throws CallFailure when it failed for good; the signal's own reason when the scan was stopped
   */
  call<Output>(place: CallPlace, signal: AbortSignal, run: () => Promise<Output>): Promise<Output>;
  /** Data that several cells of a scan need, such as a region's alarms, loaded once under a key. A failure is given to all of them. */
  shared<Value>(key: string, load: () => Promise<Value>): Promise<Value>;
  /** The regions that this scan reads, once they are known. */
  regions(): readonly string[];
  setRegions(regions: readonly string[]): void;
  /** Requests sent so far, retries included. */
  calls(): number;
  close(): void;
}
