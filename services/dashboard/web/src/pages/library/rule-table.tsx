import type { ComponentProps, ReactNode } from 'react';
import type { Rules } from '../../api/clients.js';
import { LevelBadge, StateBadge } from '../../rule/level-badge.js';
import { platformName } from '../../rule/names.js';
import { ruleAddress } from '../../rule/rule-address.js';
import { Button } from '../../ui/button.js';
import { Empty, QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import type { useRuleList } from './use-rule-list.js';

type Row = Rules['RuleRow'];

/** The columns of a list of rules, between them what only one list has. They are made once: a table draws all its rows again when its columns are others. */
export const ruleColumns = (title: Column<Row>['cell'], own: Column<Row>): readonly Column<Row>[] => [
  { id: 'title', title: 'Rule', sortable: true, cell: title },
  { id: 'level', title: 'Level', sortable: true, cell: ({ level }) => <LevelBadge level={level} /> },
  { id: 'state', title: 'State', sortable: true, cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: 'platform',
    title: 'Log source',
    sortable: true,
    wideOnly: true,
    cell: ({ platform }) => platformName(platform),
  },
  own,
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
    // With it, the list of somebody in a team is wider than a window of 1280 pixels.
    onRequest: true,
    cell: ({ updatedAt }) => <Time at={updatedAt} relative />,
  },
];

/** A list of rules, as far as it was asked for. `none` says what there is where nothing was ever made; `children` stands above the rows. */
export const RuleTable = ({
  list: { isFiltered, onSort, query, sorting },
  none,
  action,
  children,
  ...table
}: Pick<ComponentProps<typeof Table<Row>>, 'label' | 'columns' | 'selection'> & {
  list: ReturnType<typeof useRuleList>;
  none: string;
  /** What to do where there is no rule. */
  action?: ReactNode;
  children?: ReactNode;
}) => (
  <QueryView query={query} lines={12}>
    {({ rows }) =>
      rows.length === 0 ? (
        <Empty title={isFiltered ? 'No rule fits these filters' : 'No rule yet'} action={action}>
          {isFiltered
            ? 'Each word that is looked for must begin a word of the rule. Clear the search, or take a filter away.'
            : none}
        </Empty>
      ) : (
        <>
          {children}
          <Table rows={rows} rowKey={ruleAddress} sorting={sorting} onSort={onSort} {...table} />
          {query.hasNextPage && (
            <Button pending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              Show more
            </Button>
          )}
        </>
      )
    }
  </QueryView>
);
