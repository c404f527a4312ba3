import type { FoundDetection } from '../detections/detection-model.js';
import type { SkippedRegion } from '../scans/scan-model.js';
import type { ScanError } from '../scans/scan-resources.js';

/** How an account is reached: by a role with its external id, or with the worker's own credentials. */
export interface Connection {
  readonly externalAccountId: string;
  readonly roleArn: string | null;
  readonly externalId: string;
  readonly ownCredentials: boolean;
}

/** One cell of the grid a scan walks: a service in a region. */
export interface Cell {
  readonly service: string;
  readonly region: string;
}

/** What trying a connection showed. */
export interface ConnectionCheck {
  readonly ok: boolean;
  /** A sentence for the caller: what is wrong and what to do, or that all is well. */
  readonly detail: string;
  /** Actions of the scan's policy that the role lacks, as far as they can be tried. */
  readonly missingActions: readonly string[];
  /** What is allowed but should not be, such as a role that takes any external id. */
  readonly warnings: readonly string[];
}

/** A cloud, as scans and accounts see it. AWS is the first; another one is another implementation of this. */
export interface CloudProvider {
  /** Every region name the provider knows of, opted in or not; for checking what callers send. */
  isRegionName(name: string): boolean;
  /**
   * Opens a session for one scan.
   * @throws CallFailure when the account does not let us in (refused role, role that anyone could claim)
   */
  connect(connection: Connection, signal: AbortSignal): Promise<CloudSession>;
  /** Tries a connection and each permission of the scan's policy, without changing anything. */
  check(connection: Connection, signal: AbortSignal): Promise<ConnectionCheck>;
  /** The principal that customers' roles must trust; undefined when it cannot be found out. */
  principal(): Promise<string | undefined>;
}

/** An account that let us in, for the time of one scan. */
export interface CloudSession {
  /** Regions of the account that can be scanned, and those that cannot. @throws CallFailure when they cannot be listed */
  listRegions(): Promise<{ readonly enabled: readonly string[]; readonly skipped: readonly SkippedRegion[] }>;
  /** The grid over these regions, in the order in which it is walked fastest. */
  cells(regions: readonly string[]): readonly Cell[];
  /**
   * Everything of one cell, page by page. The iteration throws a {@link CallFailure} when the cell could not be read to its end; what it gave
   * before stands, and nothing of the cell may then be taken for gone.
   */
  collect(cell: Cell, signal: AbortSignal): AsyncIterable<FoundDetection>;
  /** Calls made so far, retries included. */
  calls(): number;
  close(): void;
}

/** A call to a cloud that failed for good. */
export class CallFailure extends Error {
  constructor(
    /** What the scan's `errors` says of it. */
    readonly error: ScanError,
    options?: ErrorOptions,
  ) {
    super(error.message, options);
    this.name = 'CallFailure';
  }
}
