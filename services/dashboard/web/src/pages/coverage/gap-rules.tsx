import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.js';
import { type Coverage, coverage, coverageData, rules, rulesData } from '../../api/clients.js';
import { newsDue } from '../../rule/gap-news.js';
import { StateBadge } from '../../rule/level-badge.js';
import { ruleAddress } from '../../rule/rule-address.js';
import { Button } from '../../ui/button.js';
import styles from './coverage.module.css';

type Gap = Coverage['Gap'];

/** Rules that are listed before somebody asks for more; each is a call. */
const SHOWN = 5;

/** The gap of a technique of an account; null where there is none. */
export const useGap = (account: string, technique: string) =>
  useQuery({
    queryKey: ['gaps', account, 'of', technique],
    // What was decided about its rules a moment ago is to be seen.
    staleTime: 0,
    refetchInterval: ({ state }) => newsDue(account, technique, state.data?.rules ?? []),
    queryFn: async () => {
      const query = { technique, include_partial: true, include_excluded: true };
      const path = { id: account };
      const { gaps } = await coverageData(
        coverage.GET('/accounts/{id}/coverage/gaps', { params: { path, query: { ...query, limit: 1 } } }),
      );
      return gaps[0] ?? null;
    },
  });

/** How many rules were written for a gap; nothing where there is none. */
export const GapRuleCount = ({ account, gap }: { account: string; gap: Gap }) =>
  gap.rule_count === 0 ? null : (
    <div>
      <Link to={`/coverage/${account}/techniques/${gap.technique_id}`}>{written(gap)}</Link>
    </div>
  );

const written = ({ deployed_rule_count: deployed, rule_count: count }: Gap): string =>
  `${count === 1 ? '1 rule' : `${count} rules`} written, ${deployed === 0 ? 'none' : deployed} deployed`;

/** The rules that were written for a gap, each with what its owner has decided about it. */
export function GapRules({ gap }: { gap: Gap }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? gap.rules : gap.rules.slice(0, SHOWN);
  const found = useQueries({
    queries: shown.map(({ key, owner }) => ({
      queryKey: ['rules', 'one', owner, key],
      queryFn: () => rulesData(rules.GET('/v1/rules/{key}', { params: { path: { key }, query: { owner } } })),
    })),
  });
  if (gap.rule_count === 0) return <p>None yet.</p>;
  const { deployed_rule_count: deployed, rule_count: count } = gap;
  return (
    <div className="stack">
      {deployed > 0 && (
        <p>
          {deployed === 1 ? '1 rule' : `${deployed} rules`} deployed: the technique counts as covered once a scan or an
          imported SIEM shows it.
        </p>
      )}
      <ul className={styles.gapRules} aria-label="Rules written for this gap">
        {shown.map(({ key, owner, state }, index) => {
          const { data, error } = found[index] ?? {};
          const isGone = error instanceof ApiError && error.status === 404;
          return (
            <li key={owner + key} className="row">
              <StateBadge state={state} />
              {isGone ? (
                <span className="dim">A rule that is no longer in the library</span>
              ) : (
                <Link to={ruleAddress({ owner, ruleKey: key })}>{data?.title ?? 'A rule'}</Link>
              )}
              {owner === 'team' && <span className="dim">the team’s</span>}
            </li>
          );
        })}
      </ul>
      {shown.length < gap.rules.length && (
        <div>
          <Button onPress={() => setAll(true)}>Show {gap.rules.length - shown.length} more</Button>
        </div>
      )}
      {isAll && count > gap.rules.length && (
        <p className="dim">
          {gap.rules.length} of {count} are listed.
        </p>
      )}
    </div>
  );
}
