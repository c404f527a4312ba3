import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Empty, isNotOpen, QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { kindName } from './words.js';

const COLUMNS: readonly Column<Coverage['Siem']>[] = [
  { id: 'name', title: 'Name', cell: ({ id, name }) => <Link to={`/siems/${id}`}>{name}</Link> },
  { id: 'kind', title: 'Kind', cell: ({ kind }) => kindName(kind) },
  { id: 'rules', title: 'Rules', align: 'end', cell: ({ rules }) => rules.total },
  { id: 'fire', title: 'Can fire', align: 'end', cell: ({ rules }) => rules.can_fire },
  { id: 'never', title: 'Never fire', align: 'end', cell: ({ rules }) => rules.never_fires },
  { id: 'unknown', title: 'Not known', align: 'end', wideOnly: true, cell: ({ rules }) => rules.unknown },
  {
    id: 'imported',
    title: 'Last import',
    wideOnly: true,
    cell: ({ imported_at }) => (imported_at === null ? 'never' : <Time at={imported_at} relative />),
  },
];

/** The SIEMs of somebody or their team. */
export function Component() {
  const query = useQuery({
    queryKey: ['siems', 'list'],
    queryFn: () => coverageData(coverage.GET('/siems', { params: { query: { limit: 200 } } })),
  });
  return (
    <Page
      title="SIEMs"
      about="The rules that run in a SIEM: which of them could fire on the logs of your cloud accounts, and which never can."
      actions={
        !isNotOpen(query.error) && (
          <ButtonLink kind="main" to="/siems/new">
            Add a SIEM
          </ButtonLink>
        )
      }
    >
      <QueryView query={query}>
        {({ siems }) =>
          siems.length === 0 ? (
            <Empty title="No SIEM yet" action={<ButtonLink to="/siems/new">Add your first SIEM</ButtonLink>}>
              Its rules come from a file that the product exports. They then count in the coverage of the accounts that
              feed it.
            </Empty>
          ) : (
            <Table label="SIEMs" rows={siems} rowKey={({ id }) => id} columns={COLUMNS} />
          )
        }
      </QueryView>
    </Page>
  );
}
