import { useQuery } from '@tanstack/react-query';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { wordsFor } from '../../api/open-list.js';
import { QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { isUnderWay } from './account-queries.js';
import { serviceName } from './scan-words.js';

/** Not oftener: each is a call of the hour's. */
const AGAIN_MS = 3_000;
const WORDS = { pending: 'waits', failed: 'not read' } as const;

/** How far a scan is, a row for each service and a column for each region. */
export function ScanGrid({ scan }: { scan: Coverage['Scan'] }) {
  const query = useQuery({
    queryKey: ['scans', 'cells', scan.id],
    queryFn: () => coverageData(coverage.GET('/scans/{id}/cells', { params: { path: { id: scan.id } } })),
    refetchInterval: isUnderWay(scan.status) ? AGAIN_MS : false,
  });
  return (
    <section className="stack" aria-labelledby="scan-grid">
      <h2 id="scan-grid">By service and region</h2>
      <QueryView query={query}>
        {({ cells }) => {
          const regions = [...new Set(cells.map(({ region }) => region))].sort();
          const services = [...new Set(cells.map(({ service }) => service))].sort();
          const at = new Map(cells.map((cell) => [`${cell.service} ${cell.region}`, cell]));
          return cells.length === 0 ? (
            <p className="dim">Which regions can be scanned is found out first.</p>
          ) : (
            <Table
              label="Progress by service and region"
              rows={services}
              rowKey={(service) => service}
              columns={[
                { id: 'service', title: 'Service', cell: serviceName },
                ...regions.map((region) => ({
                  id: region,
                  title: region,
                  align: 'end' as const,
                  cell: (service: string) => wordsOf(at.get(`${service} ${region}`)),
                })),
              ]}
            />
          );
        }}
      </QueryView>
    </section>
  );
}

/** What was found where it was read; else that it waits, or could not be read. */
function wordsOf(cell: Coverage['ScanCell'] | undefined): string {
  if (cell === undefined) return '';
  return cell.status === 'done' ? String(cell.detections_found) : wordsFor(WORDS, cell.status);
}
