import { Link } from 'react-router';
import { Empty, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId, useScans } from './account-queries.js';
import { ScanBadge } from './words.js';

/** An account's scans, newest first. */
export function Component() {
  useTitle('Scans');
  const id = useAccountId();
  const query = useScans(id);
  return (
    <QueryView query={query}>
      {({ scans, total }) =>
        total === 0 ? (
          <Empty title="No scan yet">“Scan now”, above, starts the first.</Empty>
        ) : (
          <>
            <Table
              label="Scans"
              rows={scans}
              rowKey={(scan) => scan.id}
              columns={[
                {
                  id: 'begun',
                  title: 'Begun',
                  cell: (scan) => (
                    <Link to={`/coverage/${id}/scans/${scan.id}`}>
                      <Time at={scan.created_at} />
                    </Link>
                  ),
                },
                {
                  id: 'status',
                  title: 'Status',
                  cell: ({ failure, status }) => (
                    <>
                      <ScanBadge status={status} />
                      {failure !== null && <div className="dim wrap-anywhere">{failure.sentence}</div>}
                    </>
                  ),
                },
                { id: 'found', title: 'Detections', align: 'end', cell: (scan) => scan.detections_found },
                { id: 'new', title: 'New', align: 'end', cell: (scan) => scan.detections_new },
                {
                  id: 'changed',
                  title: 'Changed',
                  align: 'end',
                  wideOnly: true,
                  cell: (scan) => scan.detections_updated,
                },
                { id: 'gone', title: 'Gone', align: 'end', wideOnly: true, cell: (scan) => scan.detections_removed },
                { id: 'errors', title: 'Errors', align: 'end', cell: ({ errors }) => errors.length },
              ]}
            />
            {total > scans.length && (
              <p className="dim">
                The newest {scans.length} of {total}.
              </p>
            )}
          </>
        )
      }
    </QueryView>
  );
}
