import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.js';
import { rules, rulesData } from '../../api/clients.js';
import { ruleAddress } from '../../rule/rule-address.js';
import { ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Empty, isNotOpen } from '../../ui/states.js';
import { DeletedNotice } from './deleted-notice.js';
import { RuleFilters } from './rule-filters.js';
import { RuleTable, ruleColumns } from './rule-table.js';
import { useRuleList } from './use-rule-list.js';

const COLUMNS = ruleColumns((rule) => <Link to={ruleAddress(rule)}>{rule.title}</Link>, {
  id: 'by',
  title: 'Made by',
  cell: ({ createdBy }) => createdBy.email ?? 'an account that was deleted',
});

/** The rules of everybody in the team. */
export function Component() {
  const list = useRuleList(['team', 'rules'], ({ owner: _team, ...params }) =>
    rulesData(rules.GET('/v1/team/rules', { params: { query: params } })),
  );
  const { data, error } = list.query;
  if (error instanceof ApiError && error.status === 404)
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
      {!isNotOpen(error) && (
        <RuleFilters total={data?.total} moreThanTotal={data?.moreThanTotal ?? false} counts={data?.counts ?? null} />
      )}
      <RuleTable label="Team rules" list={list} columns={COLUMNS} none="Nobody in the team has made one." />
    </Page>
  );
}
