import type { operations } from '@tripline/client/rules-api';
import { Badge } from '../../ui/badge.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import styles from './team.module.css';

type AuditEvent =
  operations['listAuditEvents']['responses'][200]['content']['application/json']['data']['events'][number];

/** Events of the audit log. */
export const AuditTable = ({ events }: { events: readonly AuditEvent[] }) => (
  <Table
    label="Events"
    rows={events}
    rowKey={({ id }) => id}
    columns={[
      { id: 'at', title: 'When', cell: ({ at }) => <Time at={at} /> },
      { id: 'actor', title: 'Who', cell: ({ actorEmail, actorId }) => actorEmail ?? actorId ?? 'somebody unknown' },
      {
        id: 'action',
        title: 'What',
        cell: ({ action, outcome }) => (
          <>
            <code>{action}</code> {outcome !== 'success' && <Badge kind="bad">{outcome}</Badge>}
          </>
        ),
      },
      {
        id: 'target',
        title: 'To what',
        cell: ({ targetId, targetType }) =>
          targetType === null ? '–' : `${targetType}${targetId === null ? '' : ` ${targetId}`}`,
      },
      { id: 'details', title: 'Details', cell: (event) => <Details event={event} /> },
    ]}
  />
);

const Details = ({ event: { details, ip, userAgent } }: { event: AuditEvent }) => (
  <details className={styles.auditEvent}>
    <summary>Show</summary>
    <dl className={styles.auditDetails}>
      {[...Object.entries(details), ['address', ip], ['browser or program', userAgent]].map(([name, value]) => (
        <div key={String(name)}>
          <dt>{String(name)}</dt>
          <dd>{typeof value === 'string' ? value : value === null ? '–' : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  </details>
);
