import { useMutation } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.js';
import { done, type Rules, rules, rulesData } from '../../api/clients.js';
import { useProfile } from '../../api/profile.js';
import { moveRules } from '../../moving/move.js';
import { MoveToTeam } from '../../moving/move-to-team.js';
import { LevelBadge, StateBadge } from '../../rule/level-badge.js';
import { LogName } from '../../rule/logs.js';
import type { RuleState } from '../../rule/names.js';
import { reportAddress } from '../../rule/report-address.js';
import { ownerName, ruleAddress } from '../../rule/rule-address.js';
import { ButtonLink } from '../../ui/button.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { ActionMenu } from '../../ui/menu.js';
import { Page, PagesOf } from '../../ui/page.js';
import { Empty, ErrorNotice, Loading, QueryView } from '../../ui/states.js';
import { LinkTabs } from '../../ui/tabs.js';
import type { JustDeleted } from './deleted-notice.js';
import { useRule, useRuleOf, useRuleOwner } from './rule-queries.js';

const STATES: readonly RuleState[] = ['draft', 'accepted', 'rejected', 'deployed'];

/** Around the pages of one rule. */
export function Component() {
  const query = useRule();
  const owner = useRuleOwner();
  if (query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400))
    return owner === 'user' ? <PerhapsOfTeam /> : <NoRule />;
  return (
    <QueryView query={query} lines={10}>
      {(rule) => (
        <PagesOf
          title={rule.title}
          about={
            <span className="row wrap-anywhere">
              <LevelBadge level={rule.level} /> <StateBadge state={rule.state} />{' '}
              <LogName platform={rule.platform} log={rule.log} />, {ownerName(rule.owner)}, from <Origin rule={rule} />
            </span>
          }
          actions={<Actions rule={rule} />}
        >
          <LinkTabs
            label="Parts of this rule"
            links={[
              { to: ruleAddress(rule), label: 'Rule', end: true },
              { to: `${ruleAddress(rule)}/edit`, label: 'Edit' },
              { to: `${ruleAddress(rule)}/versions`, label: `Versions (${rule.versions.length})` },
            ]}
          />
          <Outlet />
        </PagesOf>
      )}
    </QueryView>
  );
}

/** The report that a rule is from, with a way back to it. */
function Origin({ rule: { generations, ruleKey, source } }: { rule: Rules['Rule'] }) {
  const [report] = generations;
  if (report === undefined) return <span className="wrap-anywhere">“{source.title}”</span>;
  return (
    <Link to={reportAddress(report.id, ruleKey)} className="wrap-anywhere">
      “{report.title || 'a report without a title'}”
    </Link>
  );
}

const NoRule = () => (
  <Page title="Not found">
    <Empty title="There is no such rule" action={<ButtonLink to="/rules/bin">Look in the bin</ButtonLink>}>
      It was deleted, or it belongs to somebody else. What was deleted in the last 30 days is in the bin.
    </Empty>
  </Page>
);

/** Leads on to the team's rule of this key: it was moved there, or the address is from when both had the same. */
function PerhapsOfTeam() {
  const { pathname, search } = useLocation();
  const { data: profile, isPending } = useProfile();
  if (isPending) return <Loading lines={10} />;
  return profile?.team ? <OfTeam to={`/team${pathname}${search}`} /> : <NoRule />;
}

function OfTeam({ to }: { to: string }) {
  const query = useRuleOf('team');
  if (query.isPending) return <Loading lines={10} />;
  return query.isSuccess ? <Navigate to={to} replace /> : <NoRule />;
}

function Actions({ rule }: { rule: Rules['Rule'] }) {
  const navigate = useNavigate();
  const params = { path: { key: rule.ruleKey }, query: { owner: rule.owner } };
  const setState = useMutation({
    mutationFn: (state: RuleState) => rulesData(rules.PATCH('/v1/rules/{key}', { params, body: { state } })),
  });
  const remove = useMutation({
    meta: { gone: rule.ruleKey },
    mutationFn: () => done(rules.DELETE('/v1/rules/{key}', { params })),
    onSuccess: () => {
      const { owner, ruleKey, title } = rule;
      const state: JustDeleted = { deleted: { owner, ruleKey, title } };
      return navigate(owner === 'team' ? '/team/rules' : '/rules', { state });
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
        {rule.owner === 'user' && (
          <MoveToTeam
            ids={[rule.ruleKey]}
            what={['rule', 'rules']}
            move={moveRules}
            onDone={() => navigate(ruleAddress({ ...rule, owner: 'team' }))}
          />
        )}
        <ConfirmButton label="Delete" title="Delete this rule?" confirm="Delete it" work={() => remove.mutateAsync()}>
          It stays in the bin for 30 days, with all its versions.
        </ConfirmButton>
      </div>
      {setState.isError && <ErrorNotice error={setState.error} />}
    </div>
  );
}
