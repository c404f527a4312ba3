import { type FetchedDocument, fetchOutcome } from '@tripline/fetch';
import { type Metrics, traced } from '@tripline/service';
import { Counter } from 'prom-client';

/** Fetches a document; see `fetchDocument`. */
type Fetch = (url: string, signal: AbortSignal) => Promise<FetchedDocument>;

/** A fetch that is counted by its result and traced with the host only, since the rest of a URL may contain a credential. */
export function observedFetch({ registry }: Metrics, fetchDocument: Fetch): Fetch {
  const fetches = new Counter({
    name: 'tripline_fetches_total',
    help: 'Advisories fetched from an address a caller gave: fetched, or why not.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  return (url, signal) => {
    const attributes = URL.canParse(url) ? { 'server.address': new URL(url).hostname } : {};
    return traced('fetch document', { kind: 'client', attributes }, async () => {
      try {
        const document = await fetchDocument(url, signal);
        fetches.inc({ outcome: 'fetched' });
        return document;
      } catch (error) {
        fetches.inc({ outcome: signal.aborted ? 'abandoned' : fetchOutcome(error) });
        throw error;
      }
    });
  };
}
