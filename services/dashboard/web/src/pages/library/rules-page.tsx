import { Link, useSearchParams } from 'react-router';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { useProfile } from '../../api/profile.js';
import { TechniqueNames } from '../../attack/technique-name.js';
import { moveRules } from '../../moving/move.js';
import { MoveToTeam } from '../../moving/move-to-team.js';
import { LevelBadge, StateBadge } from '../../rule/level-badge.js';
import { platformName } from '../../rule/names.js';
import { ownerName, ruleAddress } from '../../rule/rule-address.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Empty, QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { BulkProgress } from './bulk-progress.js';
import { DeletedNotice } from './deleted-notice.js';
import styles from './library.module.css';
import { RuleFilters, useRuleFilter } from './rule-filters.js';
import { type Selection, useRuleSelection } from './rule-selection.js';
import { SelectedRules } from './selected-rules.js';
import { useRuleList } from './use-rule-list.js';

/** They are made once: a table draws all its rows again when its columns are others. */
const COLUMNS: readonly Column<Rules['RuleRow']>[] = [
  {
    id: 'title',
    sortable: true,
    title: 'Rule',
    cell: (rule) => (
      <>
        <Link to={ruleAddress(rule)} className="wrap-anywhere">
          {rule.title}
        </Link>
        <div className={`dim ${styles.ruleSource}`}>{rule.source.title}</div>
      </>
    ),
  },
  { id: 'level', title: 'Level', sortable: true, cell: ({ level }) => <LevelBadge level={level} /> },
  { id: 'state', title: 'State', sortable: true, cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: 'platform',
    sortable: true,
    title: 'Log source',
    wideOnly: true,
    cell: ({ platform }) => platformName(platform),
  },
  {
    id: 'techniques',
    title: 'Techniques',
    wideOnly: true,
    cell: ({ techniques }) => <TechniqueNames ids={techniques} short />,
  },
  {
    id: 'created',
    sortable: true,
    title: 'Made',
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
];

/** The same, with whose each is, for somebody in a team. */
const COLUMNS_WITH_OWNER: readonly Column<Rules['RuleRow']>[] = COLUMNS.flatMap((column) =>
  column.id === 'title' ? [column, { id: 'owner', title: 'Owner', cell: ({ owner }) => ownerName(owner) }] : [column],
);

/** Everything that was generated or brought in, to be searched, decided on and exported. */
export function Component() {
  const { data: profile } = useProfile();
  const filter = useRuleFilter();
  const { isFiltered, onSort, query, sorting } = useRuleList(['rules'], (params) =>
    rulesData(rules.GET('/v1/rules', { params: { query: params } })),
  );
  const list = useRuleSelection(filter, query.data?.rows ?? [], query.data?.total ?? 0);
  const withOwner = Boolean(profile?.team) || filter.owner !== undefined;
  const [search, setSearch] = useSearchParams();
  const jobId = search.get('job');
  const setJob = (id: string | undefined): void => {
    const next = new URLSearchParams(search);
    if (id === undefined) next.delete('job');
    else next.set('job', id);
    setSearch(next, { replace: true });
  };
  return (
    <Page
      title="Library"
      about={
        profile && `${megabytes(profile.storage.usedBytes)} of ${megabytes(profile.storage.limitBytes)} MB are stored.`
      }
      actions={
        <>
          <ButtonLink to="/rules/bin">Bin</ButtonLink>
          <ButtonLink kind="main" to="/generate">
            Generate rules
          </ButtonLink>
        </>
      }
    >
      <DeletedNotice />
      {jobId !== null && <BulkProgress key={jobId} jobId={jobId} onClose={() => setJob(undefined)} />}
      <RuleFilters total={query.data?.total} moreThanTotal={query.data?.moreThanTotal ?? false} withOwner={withOwner} />
      <QueryView query={query} lines={12}>
        {({ rows, total, moreThanTotal }) =>
          rows.length === 0 ? (
            <Empty
              title={isFiltered ? 'No rule fits these filters' : 'No rule yet'}
              action={<ButtonLink to="/generate">Generate rules</ButtonLink>}
            >
              {isFiltered
                ? 'Each word that is looked for must begin a word of the rule. Clear the search, or take a filter away.'
                : 'Rules that you generate from an advisory, a technique or your own Sigma are kept here.'}
            </Empty>
          ) : (
            <>
              <SelectedRules
                list={list}
                shown={rows.length}
                total={total}
                moreThanTotal={moreThanTotal}
                onJob={setJob}
              />
              <MoveToTeam
                ids={ownKeysOf(list.selection)}
                what={['rule', 'rules']}
                move={moveRules}
                onDone={list.clear}
              />
              <Table
                label="Rules"
                rows={rows}
                rowKey={ruleAddress}
                sorting={sorting}
                onSort={onSort}
                columns={withOwner ? COLUMNS_WITH_OWNER : COLUMNS}
                selection={{
                  has: list.has,
                  toggle: list.toggle,
                  chooseShown: list.chooseShown,
                  nameOf: ({ title }) => title,
                }}
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

/** The keys of those of one's own. Of all that match, only those that are shown have known keys: none is moved unseen. */
const ownKeysOf = ({ of }: Selection): string[] =>
  'rules' in of ? of.rules.filter(({ owner }) => owner === 'user').map(({ ruleKey }) => ruleKey) : [];

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
