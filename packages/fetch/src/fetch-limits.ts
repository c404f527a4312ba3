/** The limits of one fetch. */
export interface FetchLimits {
  /** Milliseconds for resolving and connecting; each redirect has them again. */
  readonly connectMs: number;
  /** Milliseconds for the whole fetch, redirects included. */
  readonly totalMs: number;
  /** Most bytes of the document after decompression, of the transfer, and of the output of each stage of decompression. */
  readonly bytesMax: number;
  readonly redirectsMax: number;
}

/** The limits that the design sets. */
export const FETCH_LIMITS: FetchLimits = {
  connectMs: 10_000,
  totalMs: 30_000,
  bytesMax: 10 * 1024 * 1024,
  redirectsMax: 5,
};
