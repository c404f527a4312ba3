import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { Button } from '../../ui/button.js';
import { NotFoundPage } from '../../ui/not-found-page.js';
import { Page } from '../../ui/page.js';
import { Empty, ErrorNotice, Notice, QueryView } from '../../ui/states.js';
import { Pager, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { say } from '../../ui/toast.js';
import styles from './accounts.module.css';
import { MEMBER_COLUMNS, TECHNIQUE_COLUMNS } from './organization-columns.js';
import { useOrganizationCoverage, useOrganizations } from './organization-queries.js';
import { OrganizationRole } from './organization-role.js';

const LIMIT = 50;

/** What an organisation covers, over its accounts and by technique. */
export function Component() {
  const id = useParams()['id'] ?? '';
  const query = useOrganizations();
  return (
    <QueryView query={query}>
      {(all) => {
        const organization = all.find((one) => one.id === id);
        return organization === undefined ? <NotFoundPage /> : <Organization organization={organization} />;
      }}
    </QueryView>
  );
}

function Organization({ organization }: { organization: Coverage['Organization'] }) {
  const {
    accounts,
    accounts_here: here,
    external_organization_id: name,
    id,
    management_account,
    read_at,
  } = organization;
  const [search, setSearch] = useSearchParams();
  const offset = Number(search.get('offset')) || 0;
  const query = useOrganizationCoverage(id, LIMIT, offset);
  return (
    <Page
      title={`Organization ${name}`}
      about={
        <>
          {here} of its {accounts} accounts are here; listed <Time at={read_at} relative /> through {management_account}
          .
        </>
      }
      actions={<Actions organization={organization} />}
    >
      <QueryView query={query} lines={12}>
        {(covered) =>
          covered.counted_accounts === 0 ? (
            <Empty title="Nothing is counted yet">Give its accounts the role, then scan them all.</Empty>
          ) : (
            <Covered covered={covered} />
          )
        }
      </QueryView>
      <OrganizationRole id={id} />
      <QueryView query={query} lines={4}>
        {(covered) => (
          <>
            <Members covered={covered} offset={offset} onOffset={(next) => setSearch({ offset: String(next) })} />
            {covered.techniques.length > 0 && (
              <section className="stack">
                <h2>Techniques</h2>
                <Table
                  label="Techniques"
                  rows={covered.techniques}
                  rowKey={({ technique_id }) => technique_id}
                  columns={TECHNIQUE_COLUMNS}
                />
              </section>
            )}
          </>
        )}
      </QueryView>
    </Page>
  );
}

interface MembersProps {
  readonly covered: Coverage['OrganizationCoverage'];
  readonly offset: number;
  readonly onOffset: (offset: number) => void;
}

const Members = ({ covered: { accounts, total }, offset, onOffset }: MembersProps) => (
  <section className="stack">
    <h2>Accounts</h2>
    <Table label="Accounts" rows={accounts} rowKey={(one) => one.external_account_id} columns={MEMBER_COLUMNS} />
    <Pager offset={offset} limit={LIMIT} total={total} onOffset={onOffset} />
  </section>
);

const Covered = ({ covered }: { covered: Coverage['OrganizationCoverage'] }) => {
  const { active_accounts: active, counted_accounts: counted, covered_everywhere, covered_nowhere } = covered;
  const parts = [
    { name: 'in every account', count: covered_everywhere, fill: styles.barCovered },
    { name: 'in some', count: covered.covered_somewhere, fill: styles.barPartial },
    { name: 'in none', count: covered_nowhere, fill: styles.barGap },
  ];
  return (
    <section className="card stack">
      <h2>Coverage</h2>
      <p className={styles.figure}>
        <strong>{covered.coverage_percent} %</strong>{' '}
        <span className="dim">
          of {covered.total_techniques} techniques in each of {counted} counted accounts
        </span>
      </p>
      <div className={`${styles.bar} ${styles.barTall}`} aria-hidden="true">
        {parts.map(({ count, fill, name }) => (
          <span key={name} className={fill} style={{ width: `${(100 * count) / covered.total_techniques}%` }} />
        ))}
      </div>
      <ul className={styles.parts} aria-label="Techniques by where they are covered">
        {parts.map(({ count, fill, name }) => (
          <li key={name}>
            <span className={`${styles.bar} ${styles.swatch}`} aria-hidden="true">
              <span className={fill} />
            </span>
            {count} covered {name}
          </li>
        ))}
      </ul>
      {counted < active && (
        <Notice kind="warn">
          {active - counted} of {active} active accounts were never scanned to an end, and are in no sum.
        </Notice>
      )}
    </section>
  );
};

/** Scans all accounts, and lists them anew. */
function Actions({ organization: { cloud_account_id, id, role_name } }: { organization: Coverage['Organization'] }) {
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: ['organizations'] });
  const scan = useMutation({
    mutationFn: () => coverageData(coverage.POST('/organizations/{id}/scans', { params: { path: { id } } })),
    onSuccess: async ({ started }) => {
      say(started === 1 ? '1 scan is under way.' : `${started} scans are under way.`);
      await again();
    },
  });
  const read = useMutation({
    mutationFn: () =>
      coverageData(
        coverage.POST('/accounts/{id}/organization', {
          params: { path: { id: cloud_account_id } },
          body: { role_name },
        }),
      ),
    onSuccess: async ({ added, not_added }) => {
      say(`${added} accounts were added${not_added === 0 ? '' : `; your tier has no place for ${not_added} more`}.`);
      await again();
    },
  });
  return (
    <div className="stack">
      <div className="row">
        <Button pending={read.isPending} onPress={() => read.mutate()}>
          List its accounts anew
        </Button>
        <Button kind="main" pending={scan.isPending} onPress={() => scan.mutate()}>
          Scan all accounts
        </Button>
      </div>
      {(scan.error ?? read.error) !== null && <ErrorNotice error={scan.error ?? read.error} />}
    </div>
  );
}
