import { Link } from 'react-router';
import type { Coverage } from '../../api/clients.js';
import { QueryView } from '../../ui/states.js';
import { WorstGaps } from '../accounts/account-cards.js';
import { LatestEvents } from '../accounts/change-events.js';
import { useOrganizationCoverage, useOrganizations } from '../accounts/organization-queries.js';
import styles from './home.module.css';

/** Accounts that are named. */
const SHOWN = 5;

/** What all accounts have in common: what each organisation covers and what changed, and without one the gaps of the account that was there first. */
export function AllAccounts({ accounts, since }: { accounts: readonly Coverage['Account'][]; since?: number }) {
  const query = useOrganizations();
  const first = accounts.at(-1);
  return (
    <>
      <QueryView query={query} lines={3}>
        {(all) =>
          all.length > 0
            ? all.map((one) => <OrganizationCard key={one.id} organization={one} />)
            : first !== undefined && <WorstGaps id={first.id} of={first.name} />
        }
      </QueryView>
      <LatestEvents {...(since === undefined ? {} : { since })} />
    </>
  );
}

function OrganizationCard({
  organization: { external_organization_id: name, id },
}: {
  organization: Coverage['Organization'];
}) {
  const query = useOrganizationCoverage(id, SHOWN);
  return (
    <section className="card stack">
      <h2>
        <Link to={`/organizations/${id}`}>Organization {name}</Link>: coverage over all its accounts
      </h2>
      <QueryView query={query} lines={3}>
        {({
          accounts,
          counted_accounts: counted,
          coverage_percent,
          covered_everywhere,
          covered_nowhere,
          covered_somewhere,
        }) =>
          counted === 0 ? (
            <p>None of its accounts was scanned yet.</p>
          ) : (
            <>
              <p>
                <strong>{coverage_percent} %</strong> over {counted} accounts: {covered_everywhere} techniques are
                covered in every account, {covered_somewhere} in some, {covered_nowhere} in none.
              </p>
              <p>Those that cover least:</p>
              <ul className={styles.list}>
                {accounts
                  .filter((one) => one.coverage_percent !== null)
                  .map((one) => (
                    <li key={one.external_account_id}>
                      <Link to={`/coverage/${one.cloud_account_id}`} className="wrap-anywhere" dir="auto">
                        {one.name}
                      </Link>{' '}
                      <span className="dim">{one.coverage_percent} %</span>
                    </li>
                  ))}
              </ul>
            </>
          )
        }
      </QueryView>
    </section>
  );
}
