/** What one fetch may cost. */
export interface FetchLimits {
  /** Milliseconds for resolving and connecting, anew for each redirect. */
  readonly connectMs: number;
  /** Milliseconds for everything together. */
  readonly totalMs: number;
  /** Bytes of the document after decompression; also of the transfer, and of every stage of decompression between. */
  readonly bytesMax: number;
  readonly redirectsMax: number;
}

/** The design's limits. */
export const FETCH_LIMITS: FetchLimits = {
  connectMs: 10_000,
  totalMs: 30_000,
  bytesMax: 10 * 1024 * 1024,
  redirectsMax: 5,
};
