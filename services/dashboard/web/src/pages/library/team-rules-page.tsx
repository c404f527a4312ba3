import './library.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.js';
import { rules, rulesData } from '../../api/clients.js';
import { LevelBadge, StateBadge } from '../../rule/level-badge.js';
import { platformName } from '../../rule/names.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Empty, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { RuleFilters, useRuleFilter } from './rule-filters.js';

const LIMIT = 50;

/** The rules of everybody in the team. */
export function Component() {
  const filter = useRuleFilter();
  const query = useInfiniteQuery({
    queryKey: ['team', 'rules', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rulesData(
        rules.GET('/v1/team/rules', {
          params: { query: { ...filter, limit: LIMIT, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.rules),
  });
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <Page title="Team rules">
        <Empty title="You are in no team" action={<ButtonLink to="/team">Make a team</ButtonLink>}>
          In a team everybody sees the rules of all.
        </Empty>
      </Page>
    );
  return (
    <Page title="Team rules" about="The rules of everybody in your team.">
      <RuleFilters />
      <QueryView query={query} lines={12}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No rule">Nobody in the team has made one that fits.</Empty>
          ) : (
            <>
              <Table
                label="Team rules"
                rows={rows}
                rowKey={({ ruleKey }) => ruleKey}
                columns={[
                  {
                    id: 'title',
                    title: 'Rule',
                    cell: ({ ruleKey, title }) => <Link to={`/rules/${ruleKey}`}>{title}</Link>,
                  },
                  { id: 'level', title: 'Level', cell: ({ level }) => <LevelBadge level={level} /> },
                  { id: 'state', title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
                  {
                    id: 'platform',
                    title: 'Log source',
                    wideOnly: true,
                    cell: ({ platform }) => platformName(platform),
                  },
                  {
                    id: 'by',
                    title: 'Made by',
                    cell: ({ createdBy }) => createdBy.email ?? 'an account that was deleted',
                  },
                  {
                    id: 'created',
                    title: 'Made',
                    wideOnly: true,
                    cell: ({ createdAt }) => <Time at={createdAt} relative />,
                  },
                ]}
              />
              {query.hasNextPage && (
                <Button pending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
                  Show more
                </Button>
              )}
            </>
          )
        }
      </QueryView>
    </Page>
  );
}
