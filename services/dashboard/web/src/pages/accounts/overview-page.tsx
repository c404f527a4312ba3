import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.js';
import type { Coverage } from '../../api/clients.js';
import { ButtonLink } from '../../ui/button.js';
import { Empty, Notice, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { useAccount, useAccountId, useCoverage } from './account-queries.js';
import styles from './accounts.module.css';

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

const Summary = ({ id, summary }: { id: string; summary: Coverage['CoverageSummary'] }) => {
  const figures: readonly (readonly [string, string | number])[] = [
    ['coverage', `${summary.coverage_percent} %`],
    ['covered', summary.covered_techniques],
    ['partly covered', summary.partial_techniques],
    ['not covered', summary.uncovered_techniques - summary.unknown_techniques],
    ['not covered, yet in logs', summary.visible_techniques],
    ['excluded', summary.excluded_techniques],
    ['unknown', summary.unknown_techniques],
    ['seen to fire', summary.proven_techniques],
  ];
  return (
    <div className="stack">
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="dim">
        Of {summary.total_techniques} techniques of ATT&CK {summary.attack_version} that show in this cloud, as of{' '}
        <Time at={summary.created_at} />.
      </p>
      {summary.unknown_cells > 0 && (
        <Notice kind="warn">
          {summary.unknown_cells} services in regions could not be read, so some techniques are unknown.{' '}
          <Link to={`/coverage/${id}/scans`}>The last scan says why.</Link>
        </Notice>
      )}
      <div className="row">
        <ButtonLink to={`/coverage/${id}/gaps`}>See the gaps</ButtonLink>
        <ButtonLink to={`/coverage/${id}/matrix`}>Open the matrix</ButtonLink>
      </div>
      <h2>By tactic</h2>
      <Table
        label="Coverage by tactic"
        rows={summary.by_tactic}
        rowKey={({ tactic }) => tactic}
        columns={[
          { id: 'name', title: 'Tactic', cell: ({ name }) => <span className={styles.tacticName}>{name}</span> },
          {
            id: 'bar',
            title: <span className="visually-hidden">Share</span>,
            wideOnly: true,
            cell: ({ covered, partial, total }) => <Bar covered={covered} partial={partial} total={total} />,
          },
          { id: 'covered', title: 'Covered', align: 'end', cell: ({ covered }) => covered },
          { id: 'partial', title: 'Partly', align: 'end', cell: ({ partial }) => partial },
          { id: 'uncovered', title: 'Not', align: 'end', cell: (one) => one.uncovered - one.unknown },
          { id: 'unknown', title: 'Unknown', align: 'end', wideOnly: true, cell: ({ unknown }) => unknown },
        ]}
      />
    </div>
  );
};

/** Covered filled, partly covered striped; the figures beside it say the same. */
const Bar = ({ covered, partial, total }: { covered: number; partial: number; total: number }) => (
  <div className={styles.bar} aria-hidden="true" style={{ minWidth: '10rem' }}>
    <span className={styles.barCovered} style={{ width: `${(100 * covered) / total}%` }} />
    <span className={styles.barPartial} style={{ width: `${(100 * partial) / total}%` }} />
  </div>
);
