import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { Badge } from '../../ui/badge.js';
import { QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { DetectionBadge, SeesLine, statusWords } from '../accounts/words.js';
import styles from './coverage.module.css';

/** More would be a list of its own: the detections page has it. */
const DETECTIONS_SHOWN = 30;
/** As many as a page of the list may have. */
const LISTED = 200;

/** These detections, with what they are mapped to. */
async function listedDetections(
  account: string,
  techniqueId: string,
  ids: readonly string[],
): Promise<Coverage['Detection'][]> {
  // One call for most accounts. Those that the list does not reach, or of which it leaves this technique out, are asked for one by one.
  const { detections } = await coverageData(
    coverage.GET('/accounts/{id}/detections', {
      params: { path: { id: account }, query: { technique: techniqueId, page_size: LISTED } },
    }),
  );
  const listed = new Map(
    detections
      .filter(({ mapped_techniques: mapped }) => mapped.some((one) => one.technique_id === techniqueId))
      .map((detection) => [detection.id, detection]),
  );
  return Promise.all(
    ids.map((id) => listed.get(id) ?? coverageData(coverage.GET('/detections/{id}', { params: { path: { id } } }))),
  );
}

/** What notices a technique, the best first. */
export function Detections({ account, technique }: { account: string; technique: Coverage['TechniqueCoverage'] }) {
  const ids = technique.detection_ids.slice(0, DETECTIONS_SHOWN);
  const query = useQuery({
    queryKey: ['detections', 'of', ids],
    enabled: ids.length > 0,
    queryFn: () => listedDetections(account, technique.technique_id, ids),
  });
  if (ids.length === 0) return <p>No detection looks for it.</p>;
  return (
    // A row takes about three lines: what it is, its state, and why.
    <QueryView query={query} lines={1 + ids.length * 3}>
      {(detections) => (
        <>
          <Table
            label="Detections"
            rows={detections}
            rowKey={({ id }) => id}
            columns={detectionColumns(account, technique.technique_id)}
          />
          {technique.detection_count > detections.length && (
            <p className="dim">
              The best {detections.length} of {technique.detection_count}.
            </p>
          )}
        </>
      )}
    </QueryView>
  );
}

/** What is shown of each detection of a technique. */
const detectionColumns = (account: string, techniqueId: string): Column<Coverage['Detection']>[] => [
  {
    id: 'name',
    title: 'Name',
    cell: ({ id, name }) => <Link to={`/coverage/${account}/detections/${id}`}>{name}</Link>,
  },
  {
    id: 'state',
    title: 'State',
    cell: ({ sees, sees_reason, status, ...why }) => (
      <>
        <DetectionBadge status={status} />
        {statusWords(why) !== null && <div className="dim">{statusWords(why)}</div>}
        <SeesLine detection={{ sees, sees_reason }} />
      </>
    ),
  },
  {
    id: 'region',
    title: 'Region',
    cell: ({ region }) => <span className={styles.noBreak}>{region ?? 'everywhere'}</span>,
  },
  {
    id: 'why',
    title: 'Why it shows it',
    cell: ({ mapped_techniques }) => {
      const mapped = mapped_techniques.find((one) => one.technique_id === techniqueId);
      return (
        mapped !== undefined && (
          <>
            {mapped.evidence}{' '}
            <Badge kind={mapped.covers ? 'good' : 'plain'}>{mapped.covers ? 'covers it' : 'only supports'}</Badge>
          </>
        )
      );
    },
  },
];
