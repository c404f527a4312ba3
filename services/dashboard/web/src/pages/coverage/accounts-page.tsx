import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { coverage, coverageData } from '../../api/clients.js';
import { ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Empty, QueryView } from '../../ui/states.js';
import { Pager, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { ConnectionBadge } from './words.js';

const LIMIT = 25;

/** The cloud accounts of somebody or their team. */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const offset = Number(search.get('offset')) || 0;
  const query = useQuery({
    queryKey: ['accounts', 'list', offset],
    queryFn: () => coverageData(coverage.GET('/accounts', { params: { query: { limit: LIMIT, offset } } })),
  });
  return (
    <Page
      title="Cloud accounts"
      about="What each account would notice: the detections that are really there, the ATT&CK techniques they cover, and the gaps."
      actions={
        <ButtonLink kind="main" to="/coverage/new">
          Add an account
        </ButtonLink>
      }
    >
      <QueryView query={query}>
        {({ accounts, total }) =>
          total === 0 ? (
            <Empty title="No account yet" action={<ButtonLink to="/coverage/new">Add your first account</ButtonLink>}>
              Adding one takes a name and its number. The next page then shows the two policies to paste into AWS.
            </Empty>
          ) : (
            <>
              <Table
                label="Cloud accounts"
                rows={accounts}
                rowKey={({ id }) => id}
                columns={[
                  { id: 'name', title: 'Name', cell: ({ id, name }) => <Link to={`/coverage/${id}`}>{name}</Link> },
                  { id: 'number', title: 'AWS account', cell: (one) => <code>{one.external_account_id}</code> },
                  { id: 'status', title: 'Connection', cell: ({ status }) => <ConnectionBadge status={status} /> },
                  {
                    id: 'scan',
                    title: 'Last scan',
                    cell: ({ last_scan_at }) => (last_scan_at === null ? 'never' : <Time at={last_scan_at} relative />),
                  },
                  { id: 'tags', title: 'Tags', wideOnly: true, cell: ({ tags }) => tags.join(', ') },
                ]}
              />
              <Pager
                offset={offset}
                limit={LIMIT}
                total={total}
                onOffset={(next) => setSearch(next === 0 ? {} : { offset: String(next) })}
              />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}
