import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.js';
import type { Coverage } from '../../api/clients.js';
import { ButtonLink } from '../../ui/button.js';
import { Empty, Notice, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { LatestChanges, Trend, WorstGaps } from './account-cards.js';
import { useAccount, useAccountId, useCoverage } from './account-queries.js';
import styles from './accounts.module.css';
import { ShareBar } from './share-bar.js';

/** An account's coverage in figures, and what to do next. */
export function Component() {
  useTitle('Overview');
  const id = useAccountId();
  const query = useCoverage(id);
  if (query.error instanceof ApiError && query.error.status === 404) return <NotScanned id={id} />;
  return <QueryView query={query}>{(summary) => <Summary id={id} summary={summary} />}</QueryView>;
}

const NotScanned = ({ id }: { id: string }) => {
  const { data: account } = useAccount(id);
  return account?.status === 'connected' ? (
    <Empty title="Nothing is known yet">Scan the account, and this page shows what it would notice.</Empty>
  ) : account?.status === 'broken' ? (
    <Empty
      title="The connection is broken"
      action={<ButtonLink to={`/coverage/${id}/connect`}>Repair the connection</ButtonLink>}
    >
      The last check or scan could not enter the account. The guide checks the role again and says what is wrong.
    </Empty>
  ) : (
    <Empty
      title="Connect the account first"
      action={<ButtonLink to={`/coverage/${id}/connect`}>Connect it</ButtonLink>}
    >
      The scanner needs a role in it. The guide has both policies, ready to copy.
    </Empty>
  );
};

const Summary = ({ id, summary }: { id: string; summary: Coverage['CoverageSummary'] }) => (
  <div className="stack">
    <div className={styles.overview}>
      <section className="card stack">
        <h2>Coverage</h2>
        <p className={styles.figure}>
          <strong>{summary.coverage_percent} %</strong>{' '}
          <span className="dim">
            {summary.covered_techniques} of {summary.total_techniques} techniques of ATT&CK {summary.attack_version}{' '}
            that show in this cloud, as of <Time at={summary.created_at} />
          </span>
        </p>
        <Shares id={id} summary={summary} />
        <p className="dim">
          {summary.visible_techniques} of those that are not covered, or only partly, show in logs that are kept;{' '}
          {summary.proven_techniques} were seen to fire in the last 90 days; {summary.excluded_techniques} are excluded.
        </p>
      </section>
      <section className="card stack">
        <h2>Last 90 days</h2>
        <Trend id={id} />
      </section>
    </div>
    {summary.unknown_cells > 0 && (
      <Notice kind="warn">
        {summary.unknown_cells} services in regions could not be read, so some techniques are unknown.{' '}
        <Link to={`/coverage/${id}/scans`}>The last scan says why.</Link>
      </Notice>
    )}
    <div className={`${styles.overview} ${styles.overviewWide}`}>
      <ByTactic id={id} tactics={summary.by_tactic} />
      <div className="stack">
        <WorstGaps id={id} />
        <LatestChanges id={id} />
      </div>
    </div>
  </div>
);

/** All techniques as one bar, and what its parts are: each leads to those that it counts. */
const Shares = ({ id, summary }: { id: string; summary: Coverage['CoverageSummary'] }) => {
  const { covered_techniques, partial_techniques, total_techniques, uncovered_techniques, unknown_techniques } =
    summary;
  const parts = [
    { name: 'covered', count: covered_techniques, fill: styles.barCovered, to: 'matrix?state=covered' },
    { name: 'partly covered', count: partial_techniques, fill: styles.barPartial, to: 'matrix?state=partial' },
    { name: 'not covered', count: uncovered_techniques - unknown_techniques, fill: styles.barGap, to: 'gaps' },
    { name: 'unknown', count: unknown_techniques, fill: styles.barUnknown, to: 'matrix?state=unknown' },
  ];
  return (
    <>
      <div className={`${styles.bar} ${styles.barTall}`} aria-hidden="true">
        {parts.map(({ count, fill, name }) => (
          <span key={name} className={fill} style={{ width: `${(100 * count) / total_techniques}%` }} />
        ))}
      </div>
      <ul className={styles.parts} aria-label="Techniques by state">
        {parts.map(({ count, fill, name, to }) => (
          <li key={name}>
            <span className={`${styles.bar} ${styles.swatch}`} aria-hidden="true">
              <span className={fill} />
            </span>
            <Link to={`/coverage/${id}/${to}`}>
              {count} {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
};

const ByTactic = ({ id, tactics }: { id: string; tactics: Coverage['CoverageSummary']['by_tactic'] }) => (
  <section className="stack">
    <h2>By tactic</h2>
    <Table
      label="Coverage by tactic"
      rows={tactics}
      rowKey={({ tactic }) => tactic}
      columns={[
        {
          id: 'name',
          title: 'Tactic',
          cell: ({ name, tactic_id }) => (
            <Link className={styles.tacticName} to={`/coverage/${id}/matrix?tactic=${tactic_id}`}>
              {name}
            </Link>
          ),
        },
        {
          id: 'bar',
          title: <span className="visually-hidden">Share</span>,
          wideOnly: true,
          cell: ({ covered, partial, uncovered, unknown }) => (
            <ShareBar covered={covered} partial={partial} unknown={unknown} gap={uncovered - unknown} />
          ),
        },
        { id: 'covered', title: 'Covered', align: 'end', cell: ({ covered }) => covered },
        { id: 'partial', title: 'Partly', align: 'end', cell: ({ partial }) => partial },
        { id: 'uncovered', title: 'Not', align: 'end', cell: (one) => one.uncovered - one.unknown },
        { id: 'unknown', title: 'Unknown', align: 'end', wideOnly: true, cell: ({ unknown }) => unknown },
      ]}
    />
  </section>
);
