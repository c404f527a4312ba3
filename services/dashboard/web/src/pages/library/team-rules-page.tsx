import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.js';
import { rules, rulesData } from '../../api/clients.js';
import { LevelBadge, StateBadge } from '../../rule/level-badge.js';
import { platformName } from '../../rule/names.js';
import { ruleAddress } from '../../rule/rule-address.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Empty, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { DeletedNotice } from './deleted-notice.js';
import { RuleFilters } from './rule-filters.js';
import { useRuleList } from './use-rule-list.js';

/** The rules of everybody in the team. */
export function Component() {
  const { isFiltered, onSort, query, sorting } = useRuleList(['team', 'rules'], ({ owner: _team, ...params }) =>
    rulesData(rules.GET('/v1/team/rules', { params: { query: params } })),
  );
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
      <DeletedNotice />
      <RuleFilters total={query.data?.total} moreThanTotal={query.data?.moreThanTotal ?? false} />
      <QueryView query={query} lines={12}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title={isFiltered ? 'No rule fits these filters' : 'No rule yet'}>
              {isFiltered
                ? 'Each word that is looked for must begin a word of the rule. Clear the search, or take a filter away.'
                : 'Nobody in the team has made one.'}
            </Empty>
          ) : (
            <>
              <Table
                label="Team rules"
                rows={rows}
                rowKey={ruleAddress}
                sorting={sorting}
                onSort={onSort}
                columns={[
                  {
                    id: 'title',
                    title: 'Rule',
                    sortable: true,
                    cell: (rule) => <Link to={ruleAddress(rule)}>{rule.title}</Link>,
                  },
                  { id: 'level', title: 'Level', sortable: true, cell: ({ level }) => <LevelBadge level={level} /> },
                  { id: 'state', title: 'State', sortable: true, cell: ({ state }) => <StateBadge state={state} /> },
                  {
                    id: 'platform',
                    title: 'Log source',
                    sortable: true,
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
                    sortable: true,
                    wideOnly: true,
                    cell: ({ createdAt }) => <Time at={createdAt} relative />,
                  },
                  {
                    id: 'updated',
                    title: 'Changed',
                    sortable: true,
                    wideOnly: true,
                    cell: ({ updatedAt }) => <Time at={updatedAt} relative />,
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
