import './library.css';
import { useMutation } from '@tanstack/react-query';
import { Outlet, useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.js';
import { done, type Rules, rules, rulesData } from '../../api/clients.js';
import { LevelBadge, StateBadge } from '../../rule/level-badge.js';
import { platformName, type RuleState } from '../../rule/names.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { ActionMenu } from '../../ui/menu.js';
import { Page, PagesOf } from '../../ui/page.js';
import { Empty, ErrorNotice, QueryView } from '../../ui/states.js';
import { LinkTabs } from '../../ui/tabs.js';
import type { JustDeleted } from './deleted-notice.js';
import { useRule } from './rule-queries.js';

const STATES: readonly RuleState[] = ['draft', 'accepted', 'rejected', 'deployed'];

/** Around the pages of one rule. */
export function Component() {
  const query = useRule();
  if (query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400))
    return (
      <Page title="Not found">
        <Empty title="There is no such rule">It was deleted, or it belongs to somebody else.</Empty>
      </Page>
    );
  return (
    <QueryView query={query} lines={10}>
      {(rule) => (
        <PagesOf
          title={rule.title}
          about={
            <span className="row">
              <LevelBadge level={rule.level} /> <StateBadge state={rule.state} /> {platformName(rule.platform)}, from “
              {rule.source.title}”
            </span>
          }
          actions={<Actions rule={rule} />}
        >
          <LinkTabs
            label="Parts of this rule"
            links={[
              { to: `/rules/${rule.ruleKey}`, label: 'Rule', end: true },
              { to: `/rules/${rule.ruleKey}/edit`, label: 'Edit' },
              { to: `/rules/${rule.ruleKey}/versions`, label: `Versions (${rule.versions.length})` },
            ]}
          />
          <Outlet />
        </PagesOf>
      )}
    </QueryView>
  );
}

function Actions({ rule }: { rule: Rules['Rule'] }) {
  const navigate = useNavigate();
  const path = { key: rule.ruleKey };
  const setState = useMutation({
    mutationFn: (state: RuleState) => rulesData(rules.PATCH('/v1/rules/{key}', { params: { path }, body: { state } })),
  });
  const remove = useMutation({
    meta: { gone: rule.ruleKey },
    mutationFn: () => done(rules.DELETE('/v1/rules/{key}', { params: { path } })),
    onSuccess: () => {
      const state: JustDeleted = { deleted: { ruleKey: rule.ruleKey, title: rule.title } };
      return navigate('/rules', { state });
    },
  });
  return (
    <div className="stack">
      <div className="row">
        <ActionMenu
          label="Set state"
          actions={STATES.map((state) => ({
            label: state,
            disabled: state === rule.state,
            run: () => setState.mutate(state),
          }))}
        />
        <ConfirmButton label="Delete" title="Delete this rule?" confirm="Delete it" work={() => remove.mutateAsync()}>
          It stays in the bin for 30 days, with all its versions.
        </ConfirmButton>
      </div>
      {setState.isError && <ErrorNotice error={setState.error} />}
    </div>
  );
}
