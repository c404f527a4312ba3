import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearchParams } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { techniqueColumn } from '../../attack/technique-column.js';
import { momentsApart } from '../../ui/moments.js';
import { Empty, Notice, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { useTitle } from '../../ui/title.js';
import { useAccountId } from '../accounts/account-queries.js';
import { standingWords } from '../accounts/words.js';

const PARTS = [
  ['gained', 'Better'],
  ['lost', 'Worse'],
  ['added', 'Counted only since'],
  ['dropped', 'No longer counted'],
] as const;

/** What two snapshots of an account tell apart. */
export function Component() {
  useTitle('Comparison');
  const id = useAccountId();
  const [search] = useSearchParams();
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  // Whoever cut the address off chooses anew.
  return from === '' || to === '' ? (
    <Navigate to={`/coverage/${id}/history`} replace />
  ) : (
    <Diff {...{ from, id, to }} />
  );
}

function Diff({ from, id, to }: Record<'from' | 'id' | 'to', string>) {
  const query = useQuery({
    queryKey: ['diff', id, from, to],
    queryFn: () =>
      coverageData(coverage.GET('/accounts/{id}/coverage/diff', { params: { path: { id }, query: { from, to } } })),
  });
  return (
    <QueryView query={query}>
      {(diff) => (
        <div className="stack">
          <Compared account={id} from={diff.from} to={diff.to} />
          {diff.not_comparable_because !== null && <Notice kind="warn">{diff.not_comparable_because}</Notice>}
          {PARTS.every(([part]) => diff[part].length === 0) && (
            <Empty title="Nothing is different">Both snapshots say the same of every technique.</Empty>
          )}
          {PARTS.filter(([part]) => diff[part].length > 0).map(([part, title]) => (
            <Part key={part} account={id} title={title} rows={diff[part]} />
          ))}
        </div>
      )}
    </QueryView>
  );
}

/** The two moments that are compared, told apart. */
function Compared({ account, from, to }: Pick<Coverage['CoverageDiff'], 'from' | 'to'> & { account: string }) {
  const [later, earlier] = momentsApart([to.created_at, from.created_at]);
  return (
    <p>
      From <Time at={from.created_at} words={earlier} /> ({from.coverage_percent} %) to{' '}
      <Time at={to.created_at} words={later} /> ({to.coverage_percent} %).{' '}
      <Link to={`/coverage/${account}/history`}>Choose others</Link>
    </p>
  );
}

const Part = ({
  account,
  rows,
  title,
}: {
  account: string;
  rows: Coverage['CoverageDiff']['gained'];
  title: string;
}) => (
  <section>
    <h2>{title}</h2>
    <Table
      label={title}
      rows={rows}
      rowKey={(one) => one.technique_id}
      columns={[
        techniqueColumn(account),
        { id: 'from', title: 'Was', cell: (one) => `${standingWords(one.from)} (${one.confidence_from.toFixed(2)})` },
        { id: 'to', title: 'Is', cell: (one) => `${standingWords(one.to)} (${one.confidence_to.toFixed(2)})` },
      ]}
    />
  </section>
);
