import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Coverage, coverage, coverageData } from '../../api/clients.js';
import { queryClient } from '../../api/query-client.js';
import { TechniqueLink } from '../../attack/technique-link.js';
import { Notice, QueryView } from '../../ui/states.js';
import { standingWords } from '../accounts/words.js';
import { useFeedingAccounts } from './feeding-accounts.js';

/** Accounts whose coverage is looked at after an import; each is three calls. */
const MOST_ACCOUNTS = 10;
/** Techniques that are named for an account; the comparison has all. */
const SHOWN = 10;

/** The snapshots of an account before and after an import. */
interface Recount {
  readonly account: string;
  readonly from: string;
  readonly to: string;
}

/** What an import answered, and the accounts whose coverage was counted anew by it. */
export interface Imported {
  readonly diff: Coverage['SiemImport'];
  readonly recounts: readonly Recount[];
}

/**
 * Makes an import, and notes how the accounts that feed the SIEM were counted before and after: the service counts them within the same call.
 * @throws ApiError of the import; that a count could not be read only leaves its account out
 */
export async function importing(
  siem: Coverage['Siem'],
  work: () => Promise<Coverage['SiemImport']>,
): Promise<Imported> {
  const accounts = siem.account_ids.slice(0, MOST_ACCOUNTS);
  const before = await Promise.all(accounts.map(latestSnapshot));
  const diff = await work();
  // What a page had of these accounts says otherwise now, and is not shown again until it is asked anew.
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => accounts.some((account) => queryKey.includes(account)),
  });
  const after = await Promise.all(accounts.map(latestSnapshot));
  const recounts = accounts.flatMap((account, index): Recount[] => {
    const [from, to] = [before[index], after[index]];
    return from === undefined || to === undefined || from === to ? [] : [{ account, from, to }];
  });
  return { diff, recounts };
}

/** The newest snapshot of an account; undefined where it has none, or none can be read. */
async function latestSnapshot(id: string): Promise<string | undefined> {
  try {
    const { snapshots } = await coverageData(
      coverage.GET('/accounts/{id}/coverage/history', { params: { path: { id }, query: { limit: 1 } } }),
    );
    return snapshots[0]?.id;
  } catch {
    return undefined;
  }
}

/** What an import that was just made closed: the techniques that are covered better now, each leading to its page in the account. */
export const ClosedGaps = ({ siem, imported }: { siem: Coverage['Siem']; imported: Imported }) => (
  <section aria-label="What the import closed">
    <Notice kind={imported.recounts.length > 0 ? 'good' : 'info'}>
      {siem.account_ids.length === 0 ? (
        <p>
          No cloud account feeds this SIEM yet, so its rules close no gap. Choose under “Accounts” those that send it
          their logs.
        </p>
      ) : imported.recounts.length === 0 ? (
        <p>The import closed no gap: no coverage was counted anew.</p>
      ) : (
        imported.recounts.map((recount) => <ClosedIn key={recount.account} recount={recount} />)
      )}
    </Notice>
  </section>
);

function ClosedIn({ recount: { account, from, to } }: { recount: Recount }) {
  const accounts = useFeedingAccounts();
  const query = useQuery({
    queryKey: ['diff', account, from, to],
    queryFn: () =>
      coverageData(
        coverage.GET('/accounts/{id}/coverage/diff', { params: { path: { id: account }, query: { from, to } } }),
      ),
  });
  const name = accounts.data?.accounts.find(({ id }) => id === account)?.name ?? 'the account';
  return (
    <QueryView query={query} lines={3}>
      {({ from: before, gained, to: after }) => (
        <>
          <p>
            {gained.length === 0
              ? 'No technique is'
              : gained.length === 1
                ? '1 technique is'
                : `${gained.length} techniques are`}{' '}
            covered better in <bdi>{name}</bdi>: {before.coverage_percent} % before, {after.coverage_percent} % now.
          </p>
          {gained.length > 0 && (
            <ul>
              {gained.slice(0, SHOWN).map((one) => (
                <li key={one.technique_id}>
                  <TechniqueLink account={account} technique={one} />{' '}
                  <span className="dim">
                    {standingWords(one.from)} → {standingWords(one.to)}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <p className="row">
            <Link to={`/coverage/${account}/diff?from=${from}&to=${to}`}>
              {gained.length > SHOWN ? `All ${gained.length} and what else changed` : 'The whole comparison'}
            </Link>
            <Link to={`/coverage/${account}/gaps`}>Gaps that are left</Link>
          </p>
        </>
      )}
    </QueryView>
  );
}
