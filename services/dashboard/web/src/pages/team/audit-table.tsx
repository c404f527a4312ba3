import { Link } from 'react-router';
import { Badge } from '../../ui/badge.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { type AuditEvent, actionWords, actorWords, targetAddress, targetWords } from './audit-words.js';
import { useReadable } from './readable.js';
import styles from './team.module.css';

/** Events of the audit log. */
export const AuditTable = ({ events }: { events: readonly AuditEvent[] }) => {
  const isReadable = useReadable(targetAddress, events);
  return (
    <Table
      label="Events"
      rows={events}
      rowKey={({ id }) => id}
      columns={[
        { id: 'at', title: 'When', cell: ({ at }) => <Time at={at} /> },
        { id: 'actor', title: 'Who', cell: actorWords },
        {
          id: 'action',
          title: 'What',
          cell: ({ action, outcome }) => (
            <>
              <Link to={`/team/audit?${new URLSearchParams({ action })}`}>{actionWords(action)}</Link>{' '}
              {outcome !== 'success' && <Badge kind="bad">{outcome}</Badge>}
            </>
          ),
        },
        {
          id: 'target',
          title: 'To what',
          cell: (event) => <Target event={event} isReadable={isReadable} />,
        },
        { id: 'details', title: 'Details', cell: (event) => <Details event={event} /> },
      ]}
    />
  );
};

function Target({ event, isReadable }: { event: AuditEvent; isReadable: (address: string) => boolean }) {
  const to = targetAddress(event);
  const words = (
    <span className="wrap-anywhere" dir="auto">
      {targetWords(event)}
    </span>
  );
  return to === undefined || !isReadable(to) ? words : <Link to={to}>{words}</Link>;
}

const Details = ({ event: { action, details, ip, targetId, userAgent } }: { event: AuditEvent }) => (
  <details className={styles.auditEvent}>
    <summary>Show</summary>
    <dl className={styles.auditDetails}>
      {[
        ['action', action],
        ['id', targetId],
        ...Object.entries(details),
        ['address', ip],
        ['browser or program', userAgent],
      ].map(([name, value]) => (
        <div key={String(name)}>
          <dt>{String(name)}</dt>
          <dd>{typeof value === 'string' ? value : value === null ? '–' : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  </details>
);
