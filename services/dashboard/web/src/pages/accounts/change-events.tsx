import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { TechniqueNames } from '../../attack/technique-name.js';
import { Badge } from '../../ui/badge.js';
import { QueryView } from '../../ui/states.js';
import type { Column } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import styles from './account-cards.module.css';

type Event = Coverage['ChangeEvent'];

/** How many events the card names. */
const SHOWN = 5;

/** Where an event is looked into: the changes of the account that it touched, or of the first of them. */
const addressOf = ({ cloud_account_ids: [first] }: Event): string =>
  first === undefined ? '/coverage/changes' : `/coverage/${first}/changes`;

/** A page of events over all accounts: what has one cause is one event. */
export const useChangeEvents = (limit: number, offset = 0) =>
  useQuery({
    queryKey: ['change-events', limit, offset],
    queryFn: () => coverageData(coverage.GET('/changes', { params: { query: { limit, offset } } })),
  });

/** What became worse last in all accounts. `since`, in milliseconds: when the reader was last here, so that what is new says so. */
export function LatestEvents({ since }: { since?: number }) {
  const query = useChangeEvents(SHOWN);
  return (
    <section className="card stack">
      <h2>What changed in all accounts</h2>
      <QueryView query={query} lines={2}>
        {({ events, total }) =>
          total === 0 ? (
            <p>Nothing became worse since the first scans.</p>
          ) : (
            <>
              <ul className={styles.short}>
                {events.map((one) => (
                  <li key={one.id}>
                    <Link to={addressOf(one)} dir="auto">
                      {one.sentence}
                    </Link>{' '}
                    <span className="dim">
                      <Time at={one.at} relative />
                    </span>{' '}
                    {since !== undefined && Date.parse(one.at) > since && <Badge kind="warn">new</Badge>}
                  </li>
                ))}
              </ul>
              <p>
                <Link to="/coverage/changes">All {total} changes</Link>
              </p>
            </>
          )
        }
      </QueryView>
    </section>
  );
}

/** What is shown of each event. */
export const EVENT_COLUMNS: readonly Column<Event>[] = [
  { id: 'at', title: 'When', cell: ({ at }) => <Time at={at} /> },
  {
    id: 'what',
    title: 'What',
    cell: (one) => (
      <Link to={addressOf(one)} className="wrap-anywhere" dir="auto">
        {one.sentence}
      </Link>
    ),
  },
  { id: 'accounts', title: 'Accounts', align: 'end', cell: ({ accounts }) => accounts },
  {
    id: 'techniques',
    title: 'Techniques covered less',
    wideOnly: true,
    cell: ({ technique_ids }) => <TechniqueNames ids={technique_ids} short />,
  },
  { id: 'detections', title: 'Detections', align: 'end', wideOnly: true, cell: ({ detections }) => detections },
];
