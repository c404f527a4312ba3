import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Rules, rules, rulesData } from '../../api/clients.js';
import { entryFor } from '../../api/open-list.js';
import { useProfile } from '../../api/profile.js';
import { TechniqueNames } from '../../attack/technique-name.js';
import { moveRules } from '../../moving/move.js';
import { MoveToTeam } from '../../moving/move-to-team.js';
import { useHasSiemRules } from '../../rule/in-siems.js';
import { ownerName, ruleAddress } from '../../rule/rule-address.js';
import { ButtonLink } from '../../ui/button.js';
import { bytesInWords } from '../../ui/bytes.js';
import { Marked } from '../../ui/marked.js';
import { Page } from '../../ui/page.js';
import type { Column } from '../../ui/table.js';
import { ColumnChooser, useShownColumns } from '../../views/columns.js';
import { SavedViews } from '../../views/saved-views.js';
import { BulkProgress } from './bulk-progress.js';
import { DeletedNotice } from './deleted-notice.js';
import styles from './library.module.css';
import { RuleFilters, useRuleFilter } from './rule-filters.js';
import { PreviewLink, usePreview, WithPreview } from './rule-preview.js';
import { type Selection, useRuleSelection } from './rule-selection.js';
import { RuleTable, ruleColumns } from './rule-table.js';
import { SelectedRules } from './selected-rules.js';
import { STANDING, WithStandings } from './standing-column.js';
import { useRuleList } from './use-rule-list.js';

/** A text of a rule, with what the list is searched for marked in it. */
const Found = ({ text }: { text: string }) => {
  const [search] = useSearchParams();
  return <Marked search={search.get('q') ?? ''} text={text} />;
};

/** What of a rule has the words of a search. */
const FOUND_IN = { value: 'Value', description: 'Description' } as const;

const Excerpt = ({ found }: { found: NonNullable<Rules['RuleRow']['found']> }) => (
  <span className={`wrap-anywhere ${found.in === 'value' ? 'mono' : ''}`} dir="auto">
    <Found text={found.text} />
  </span>
);

/** Of all room, from where on it is told. */
const NEARLY_FULL = 0.8;

/** What is measured of a rule, for whoever asks for it: the service looks into each rule for it. */
const MEASURES: readonly Column<Rules['RuleRow']>[] = [
  {
    id: 'noise',
    title: 'Noise',
    wideOnly: true,
    onRequest: true,
    cell: ({ noise }) =>
      noise ? `${noise.recordings} of ${noise.of} recordings` : <span className="dim">not known</span>,
  },
  {
    id: 'tests',
    title: 'Test events',
    wideOnly: true,
    onRequest: true,
    cell: ({ testEvents }) => testEvents && `${testEvents.match} match, ${testEvents.noMatch} do not`,
  },
];

const COLUMNS = ruleColumns(
  (rule) => (
    <>
      <div className={styles.ruleTitle}>
        <Link to={ruleAddress(rule)} className="wrap-anywhere" dir="auto">
          <Found text={rule.title} />
        </Link>
      </div>
      {/* A rule that was brought in is its own source. */}
      {rule.source.title !== rule.title && (
        <div className={`dim ${styles.ruleSource}`}>
          <span dir="auto">
            <Found text={rule.source.title} />
          </span>
        </div>
      )}
      {rule.found && (
        <div className={`dim ${styles.foundIn}`}>
          {entryFor(FOUND_IN, rule.found.in) ?? rule.found.in}: <Excerpt found={rule.found} />
        </div>
      )}
    </>
  ),
  {
    id: 'techniques',
    title: 'Techniques',
    wideOnly: true,
    cell: ({ techniques }) => <TechniqueNames ids={techniques} short />,
  },
).concat(STANDING, MEASURES, {
  id: 'preview',
  title: <span className="visually-hidden">Preview</span>,
  wideOnly: true,
  cell: (rule) => <PreviewLink rule={rule} />,
});

/** The same, with whose each is, for somebody in a team. */
const COLUMNS_WITH_OWNER: readonly Column<Rules['RuleRow']>[] = COLUMNS.flatMap((column) =>
  column.id === 'title' ? [column, { id: 'owner', title: 'Owner', cell: ({ owner }) => ownerName(owner) }] : [column],
);

const withoutSiems = (columns: readonly Column<Rules['RuleRow']>[]) => columns.filter((column) => column !== STANDING);

/** By whether somebody is in a team, and has rules in a SIEM to compare with. */
const COLUMNS_OF = {
  alone: { withSiems: COLUMNS, without: withoutSiems(COLUMNS) },
  inTeam: { withSiems: COLUMNS_WITH_OWNER, without: withoutSiems(COLUMNS_WITH_OWNER) },
} as const;

const narrow = (columns: readonly Column<Rules['RuleRow']>[]) =>
  columns.filter(({ id, wideOnly = false }) => id === 'preview' || !wideOnly);

/** Everything that was generated or brought in, to be searched, decided on and exported. */
export function Component() {
  const { data: profile } = useProfile();
  const filter = useRuleFilter();
  const withOwner = Boolean(profile?.team) || filter.owner !== undefined;
  const columns = COLUMNS_OF[withOwner ? 'inTeam' : 'alone'][useHasSiemRules() ? 'withSiems' : 'without'];
  const shown = useShownColumns('rules', columns);
  const list = useRuleList(
    ['rules'],
    (params) => rulesData(rules.GET('/v1/rules', { params: { query: params } })),
    // Only whoever looks at them waits for them.
    { measures: shown.some((column) => MEASURES.includes(column)), sigma: shown.includes(STANDING) },
  );
  const { rows = [], total, moreThanTotal = false, counts = null } = list.query.data ?? {};
  const chosen = useRuleSelection(filter, rows, total ?? 0);
  const [search, setSearch] = useSearchParams();
  const preview = usePreview(rows);
  // Beside a preview there is no room for more.
  const isBeside = preview.rule !== undefined;
  const drawn = useMemo(() => (isBeside ? narrow(shown) : shown), [isBeside, shown]);
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
      about={profile && roomLeft(profile.storage)}
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
      <RuleFilters total={total} moreThanTotal={moreThanTotal} counts={counts} withOwner={withOwner}>
        <SavedViews list="rules" />
        <ColumnChooser list="rules" columns={columns} />
      </RuleFilters>
      <WithPreview preview={preview}>
        <WithStandings rows={rows} isShown={drawn.includes(STANDING)}>
          <RuleTable
            label="Rules"
            list={list}
            columns={drawn}
            none={
              filter.owner === 'team'
                ? 'What its members generate from now on is here. Whoever has rules of their own moves them by “Move to the team”.'
                : 'Rules that you generate from an advisory, a technique or Sigma are kept here.'
            }
            action={<ButtonLink to="/generate">Generate rules</ButtonLink>}
            selection={{
              has: chosen.has,
              toggle: chosen.toggle,
              chooseShown: chosen.chooseShown,
              nameOf: ({ title }) => title,
            }}
          >
            <div className={`row ${styles.chosen}`}>
              <SelectedRules
                list={chosen}
                shown={rows.length}
                total={total ?? 0}
                moreThanTotal={moreThanTotal}
                onJob={setJob}
              />
              <MoveToTeam
                ids={ownKeysOf(chosen.selection)}
                what={['rule', 'rules']}
                move={moveRules}
                onDone={chosen.clear}
              />
            </div>
          </RuleTable>
        </WithStandings>
      </WithPreview>
    </Page>
  );
}

/** That the room for rules is nearly full; nothing while it is not. */
const roomLeft = ({ limitBytes, usedBytes }: Rules['Profile']['storage']): string | undefined =>
  usedBytes < NEARLY_FULL * limitBytes
    ? undefined
    : `${bytesInWords(usedBytes)} of ${bytesInWords(limitBytes)} are used.`;

/** The keys of those of one's own. Of all that match, only those that are shown have known keys: none is moved unseen. */
const ownKeysOf = ({ of }: Selection): string[] =>
  'rules' in of ? of.rules.filter(({ owner }) => owner === 'user').map(({ ruleKey }) => ruleKey) : [];
