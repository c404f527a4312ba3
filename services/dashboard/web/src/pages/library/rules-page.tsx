import './library.css';
import { useState } from 'react';
import { Link } from 'react-router';
import { rules, rulesData } from '../../api/clients.js';
import { useProfile } from '../../api/profile.js';
import { LevelBadge, StateBadge } from '../../rule/level-badge.js';
import { platformName } from '../../rule/names.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Page } from '../../ui/page.js';
import { Empty, QueryView } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { RuleFilters } from './rule-filters.js';
import { SelectedRules } from './selected-rules.js';
import { useRuleList } from './use-rule-list.js';

/** Everything that was generated or brought in, to be searched, decided on and exported. */
export function Component() {
  const { data: profile } = useProfile();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { isFiltered, onSort, query, sorting } = useRuleList(['rules'], (params) =>
    rulesData(rules.GET('/v1/rules', { params: { query: params } })),
  );
  const toggle = (key: string, on: boolean): void => {
    const next = new Set(selected);
    if (on) next.add(key);
    else next.delete(key);
    setSelected(next);
  };
  return (
    <Page
      title="Library"
      about={
        profile && `${megabytes(profile.storage.usedBytes)} of ${megabytes(profile.storage.limitBytes)} MB are stored.`
      }
      actions={
        <ButtonLink kind="main" to="/generate">
          Generate rules
        </ButtonLink>
      }
    >
      <RuleFilters total={query.data?.total} moreThanTotal={query.data?.moreThanTotal ?? false} />
      <QueryView query={query} lines={12}>
        {({ rows }) =>
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
              <SelectedRules keys={[...selected]} onDone={() => setSelected(new Set())} />
              <Table
                label="Rules"
                rows={rows}
                rowKey={({ ruleKey }) => ruleKey}
                sorting={sorting}
                onSort={onSort}
                columns={[
                  {
                    id: 'select',
                    title: (
                      <Checkbox
                        aria-label="Select all that are shown"
                        isSelected={rows.every(({ ruleKey }) => selected.has(ruleKey))}
                        isIndeterminate={selected.size > 0 && !rows.every(({ ruleKey }) => selected.has(ruleKey))}
                        onChange={(on) => setSelected(new Set(on ? rows.map(({ ruleKey }) => ruleKey) : []))}
                      />
                    ),
                    cell: ({ ruleKey, title }) => (
                      <Checkbox
                        aria-label={`Select ${title}`}
                        isSelected={selected.has(ruleKey)}
                        onChange={(on) => toggle(ruleKey, on)}
                      />
                    ),
                  },
                  {
                    id: 'title',
                    title: 'Rule',
                    sortable: true,
                    cell: ({ ruleKey, source, title }) => (
                      <>
                        <Link to={`/rules/${ruleKey}`} className="wrap-anywhere">
                          {title}
                        </Link>
                        <div className="dim rule-source">{source.title}</div>
                      </>
                    ),
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
                    id: 'techniques',
                    title: 'Techniques',
                    wideOnly: true,
                    cell: ({ techniques }) => techniques.join(', '),
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

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
