import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.js';
import { type Coverage, coverage, coverageData, type Rules, rules, rulesData } from '../../api/clients.js';
import { useProfile } from '../../api/profile.js';
import { LevelBadge } from '../../rule/level-badge.js';
import { ruleAddress } from '../../rule/rule-address.js';
import { ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Select } from '../../ui/select.js';
import { QueryView } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { LatestChanges, Trend, WorstGaps } from '../accounts/account-cards.js';
import { AllAccounts } from './all-accounts.js';
import { FirstSteps, type Progress } from './first-steps.js';
import styles from './home.module.css';
import { useLastVisit } from './last-visit.js';
import { NearLimits } from './near-limits.js';
import { NoisyRules } from './noisy-rules.js';

/** Rules and reports that are named. */
const SHOWN = 5;
/** Accounts that can be chosen here; the page of accounts has all. */
const MOST_ACCOUNTS = 100;

/** What to do now: what became worse, which gaps are worth most, which rules wait for a decision, and what was read last. */
export function Component() {
  const accounts = useQuery({
    queryKey: ['accounts', 'home'],
    queryFn: () =>
      coverageData(coverage.GET('/accounts', { params: { query: { limit: MOST_ACCOUNTS } } })).catch(noneWithoutTier),
  });
  const reports = useQuery({
    queryKey: ['generations', 'home'],
    queryFn: () => rulesData(rules.GET('/v1/generations', { params: { query: { limit: SHOWN } } })),
  });
  const { data: profile } = useProfile();
  const progress = progressOf(accounts.data?.accounts, reports.data?.generations.length);
  return (
    <Page
      title="Home"
      actions={
        <ButtonLink kind="main" to="/generate">
          Generate rules
        </ButtonLink>
      }
    >
      <QueryView query={accounts} lines={12}>
        {({ accounts: all }) =>
          // What is above the rest comes at once, so that nothing is pushed down.
          reports.isPending ? (
            <QueryView query={reports} lines={12}>
              {() => null}
            </QueryView>
          ) : (
            <>
              {profile !== undefined && <NearLimits profile={profile} />}
              {progress !== undefined && <FirstSteps progress={progress} />}
              <AccountCards accounts={all.filter(({ last_scan_at }) => last_scan_at !== null)} />
            </>
          )
        }
      </QueryView>
      <div className={styles.cards}>
        <DraftsCard />
        <section className="card stack">
          <h2>Last reports</h2>
          <QueryView query={reports} lines={SHOWN}>
            {({ generations }) => <Reports rows={generations} />}
          </QueryView>
        </section>
      </div>
      {/* Last and by itself, so that it moves nothing. */}
      <NoisyRules />
    </Page>
  );
}

/** The rules that wait for a decision, the newest first. */
function DraftsCard() {
  const drafts = useQuery({
    queryKey: ['rules', 'home'],
    queryFn: () =>
      rulesData(rules.GET('/v1/rules', { params: { query: { state: 'draft', sort: '-created', limit: SHOWN } } })),
  });
  return (
    <section className="card stack">
      <h2>Rules to review</h2>
      <QueryView query={drafts} lines={SHOWN}>
        {(data) => <Drafts rows={data.rules} total={data.total} />}
      </QueryView>
    </section>
  );
}

/** A tier without coverage has no accounts: that is no failure. */
function noneWithoutTier(error: unknown): { accounts: Coverage['Account'][] } {
  if (error instanceof ApiError && error.status === 403) return { accounts: [] };
  throw error;
}

/** How far somebody who is new has come; undefined while that is not known, and once all is done. */
function progressOf(
  accounts: readonly Coverage['Account'][] | undefined,
  reports: number | undefined,
): Progress | undefined {
  if (accounts === undefined || reports === undefined) return undefined;
  const progress = {
    hasReport: reports > 0,
    account: accounts.find(({ status }) => status === 'connected') ?? accounts[0],
    isScanned: accounts.some(({ last_scan_at }) => last_scan_at !== null),
  };
  return progress.hasReport && progress.isScanned ? undefined : progress;
}

const ALL = 'all';

/** All accounts together where there are several, or the one that the address asks for. */
function AccountCards({ accounts }: { accounts: readonly Coverage['Account'][] }) {
  const [search, setSearch] = useSearchParams();
  const before = useLastVisit();
  const since = before === undefined ? {} : { since: before };
  const account = accounts.length === 1 ? accounts[0] : accounts.find(({ id }) => id === search.get('account'));
  if (accounts.length === 0) return null;
  return (
    <section className="stack" aria-label={`Coverage of ${account?.name ?? 'all accounts'}`}>
      {accounts.length > 1 && (
        <div className="row-end">
          <Select
            label="Cloud account"
            value={account?.id ?? ALL}
            options={[
              { value: ALL, label: 'All accounts' },
              ...accounts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(id) => setSearch(id === ALL ? {} : { account: id }, { replace: true })}
          />
        </div>
      )}
      <div className={styles.cards}>
        {account === undefined ? (
          <AllAccounts accounts={accounts} {...since} />
        ) : (
          <>
            <div className="stack">
              <section className="card stack">
                <h2>
                  Coverage of <Link to={`/coverage/${account.id}`}>{account.name}</Link>
                </h2>
                <Trend id={account.id} withFigure />
              </section>
              <LatestChanges id={account.id} {...since} />
            </div>
            <WorstGaps id={account.id} />
          </>
        )}
      </div>
    </section>
  );
}

const Drafts = ({ rows, total }: { rows: readonly Rules['RuleRow'][]; total: number | null | undefined }) =>
  rows.length === 0 ? (
    <p>No rule waits for a decision.</p>
  ) : (
    <>
      <ul className={styles.list}>
        {rows.map((rule) => (
          <li key={ruleAddress(rule)}>
            <Link to={ruleAddress(rule)} className="wrap-anywhere" dir="auto">
              {rule.title}
            </Link>
            <LevelBadge level={rule.level} />
          </li>
        ))}
      </ul>
      <p>
        <Link to="/rules?state=draft">
          {typeof total === 'number' ? `All ${total.toLocaleString('en')} drafts` : 'All drafts'}
        </Link>
      </p>
    </>
  );

const Reports = ({
  rows,
}: {
  rows: readonly { id: string; source: { title: string }; ruleCount: number; createdAt: string }[];
}) =>
  rows.length === 0 ? (
    <p>No report yet.</p>
  ) : (
    <>
      <ul className={styles.list}>
        {rows.map(({ createdAt, id, ruleCount, source }) => (
          <li key={id}>
            <Link to={`/reports/${id}`} className="wrap-anywhere" dir="auto">
              {source.title || 'Without a title'}
            </Link>
            <span className={`dim ${styles.aside}`}>
              {ruleCount === 1 ? '1 rule' : `${ruleCount} rules`}, <Time at={createdAt} relative />
            </span>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/reports">All reports</Link>
      </p>
    </>
  );
