import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Coverage } from '../../api/clients.js';
import { events } from '../../api/event-stream.js';

const AGAIN_MS = 2_000;

/** A scan's progress as its events tell it; when it has ended, everything that is shown is asked for anew. */
export function useScanProgress(scan: Coverage['Scan']): Coverage['ScanProgress'] {
  const [progress, setProgress] = useState<Coverage['ScanProgress']>(scan);
  const queries = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const follow = async (): Promise<void> => {
      try {
        const path = `/api/v1/public/scans/${scan.id}/events`;
        for await (const { event, json } of events(path, { signal: stop.signal })) {
          if (event === 'progress') setProgress(JSON.parse(json));
          if (event === 'result') {
            await queries.invalidateQueries();
            return;
          }
        }
      } catch {
        // The stream broke off, as it does when the service restarts: it is followed again.
      }
      if (!stop.signal.aborted) again = setTimeout(() => void follow(), AGAIN_MS);
    };
    void follow();
    return () => {
      stop.abort();
      clearTimeout(again);
    };
  }, [scan.id, queries]);
  return progress;
}
