import { Outlet } from 'react-router';
import { ApiError } from '../../api/api-error.js';
import { Page, PagesOf } from '../../ui/page.js';
import { Empty, QueryView } from '../../ui/states.js';
import { AccountNav } from './account-nav.js';
import { useAccount, useAccountId } from './account-queries.js';
import { StartScan } from './start-scan.js';
import { ConnectionBadge } from './words.js';

/** Around all pages of one cloud account. */
export function Component() {
  const id = useAccountId();
  const query = useAccount(id);
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <Page title="Not found">
        <Empty title="There is no such account">It was deleted, or it belongs to somebody else.</Empty>
      </Page>
    );
  return (
    <QueryView query={query} lines={10}>
      {(account) => (
        <PagesOf
          title={account.name}
          about={
            <>
              AWS <code>{account.external_account_id}</code> <ConnectionBadge status={account.status} />
            </>
          }
          actions={<StartScan account={account} />}
        >
          <AccountNav id={id} />
          <Outlet />
        </PagesOf>
      )}
    </QueryView>
  );
}
