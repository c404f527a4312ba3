import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { useProfile } from '../../api/profile.js';
import { moveAccounts } from '../../moving/move.js';
import { MoveToTeam } from '../../moving/move-to-team.js';
import { type OwnerKind, ownerName } from '../../rule/rule-address.js';
import { ButtonLink } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Page } from '../../ui/page.js';
import { Select } from '../../ui/select.js';
import { Empty, isNotOpen, QueryView } from '../../ui/states.js';
import { type Column, Pager, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { Organizations } from './organizations.js';
import { ConnectionBadge } from './words.js';

const LIMIT = 25;
const OWNERS: readonly OwnerKind[] = ['user', 'team'];
const BOTH = 'both';

type Account = Coverage['Account'];

const COLUMNS: readonly Column<Account>[] = [
  { id: 'name', title: 'Name', cell: ({ id, name }) => <Link to={`/coverage/${id}`}>{name}</Link> },
  { id: 'number', title: 'AWS account', cell: (one) => <code>{one.external_account_id}</code> },
  { id: 'status', title: 'Connection', cell: ({ status }) => <ConnectionBadge status={status} /> },
  {
    id: 'scan',
    title: 'Last scan',
    cell: ({ last_scan_at }) => (last_scan_at === null ? 'never' : <Time at={last_scan_at} relative />),
  },
  { id: 'tags', title: 'Tags', wideOnly: true, cell: ({ tags }) => tags.join(', ') },
];

/** The same, with whose each is, for somebody in a team. */
const COLUMNS_WITH_OWNER: readonly Column<Account>[] = COLUMNS.flatMap((column) =>
  column.id === 'number' ? [column, { id: 'owner', title: 'Owner', cell: ({ owner }) => ownerName(owner) }] : [column],
);

/** The boxes of the accounts that can be moved: what is the team's already cannot. */
const selectColumn = (selected: ReadonlySet<string>, toggle: (id: string, on: boolean) => void): Column<Account> => ({
  id: 'select',
  title: <span className="visually-hidden">Select</span>,
  cell: ({ id, name, owner }) =>
    owner === 'user' && (
      <Checkbox aria-label={`Select ${name}`} isSelected={selected.has(id)} onChange={(on) => toggle(id, on)} />
    ),
});

/** The cloud accounts of somebody or their team. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const offset = Number(search.get('offset')) || 0;
  const owner = OWNERS.find((each) => each === search.get('owner'));
  const { data: profile } = useProfile();
  const hasTeam = Boolean(profile?.team) || owner !== undefined;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const query = useAccountList(offset, owner);
  const show = (next: { owner?: string; offset?: number }): void => {
    const { owner: whose = owner ?? BOTH, offset: from = 0 } = next;
    setSelected(new Set());
    setSearch({ ...(whose === BOTH ? {} : { owner: whose }), ...(from === 0 ? {} : { offset: String(from) }) });
  };
  const toggle = (id: string, on: boolean): void => {
    const next = new Set(selected);
    if (on) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  return (
    <Page
      title="Cloud accounts"
      about="What each account would notice: the detections that are really there, the ATT&CK techniques they cover, and the gaps."
      actions={
        !isNotOpen(query.error) && (
          <>
            <ButtonLink to="/coverage/changes">What changed</ButtonLink>
            <ButtonLink kind="main" to="/coverage/new">
              Add an account
            </ButtonLink>
          </>
        )
      }
    >
      <Organizations />
      {hasTeam && <OwnerFilter owner={owner} onChange={(value) => show({ owner: value })} />}
      <QueryView query={query}>
        {({ accounts, total }) =>
          total === 0 ? (
            <NoAccount owner={owner} />
          ) : (
            <>
              <MoveToTeam
                ids={accounts.filter((one) => one.owner === 'user' && selected.has(one.id)).map(({ id }) => id)}
                what={['account', 'accounts']}
                move={moveAccounts}
                onDone={() => setSelected(new Set())}
              />
              <Table
                label="Cloud accounts"
                rows={accounts}
                rowKey={({ id }) => id}
                columns={[
                  ...(hasTeam && accounts.some((one) => one.owner === 'user') ? [selectColumn(selected, toggle)] : []),
                  ...(hasTeam ? COLUMNS_WITH_OWNER : COLUMNS),
                ]}
              />
              <Pager offset={offset} limit={LIMIT} total={total} onOffset={(next) => show({ offset: next })} />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

const useAccountList = (offset: number, owner: OwnerKind | undefined) =>
  useQuery({
    queryKey: ['accounts', 'list', offset, owner],
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts', {
          params: { query: { limit: LIMIT, offset, ...(owner === undefined ? {} : { owner }) } },
        }),
      ),
  });

const OwnerFilter = ({ owner, onChange }: { owner: OwnerKind | undefined; onChange: (owner: string) => void }) => (
  <search className="filters">
    <Select
      label="Owner"
      value={owner ?? BOTH}
      options={[
        { value: BOTH, label: 'all', hint: 'mine and the team’s' },
        { value: 'user', label: 'mine', hint: 'which nobody else reads' },
        { value: 'team', label: 'the team’s' },
      ]}
      onChange={onChange}
    />
  </search>
);

/** That there is no account, or none of this owner's. */
const NoAccount = ({ owner }: { owner: OwnerKind | undefined }) =>
  owner === undefined ? (
    <Empty title="No account yet" action={<ButtonLink to="/coverage/new">Add your first account</ButtonLink>}>
      Adding one takes a name and its number. The next page then shows the two policies to paste into AWS.
    </Empty>
  ) : (
    <Empty title={owner === 'team' ? 'The team has no account' : 'No account is yours alone'} />
  );
