import { useState } from 'react';
import { LevelBadge } from '../../rule/level-badge.js';
import { LEVELS, type Level } from '../../rule/names.js';
import { type Column, Pager, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { ColumnChooser } from '../../views/columns.js';
import { HARD_TITLES, nothing, Part, SOME_TIME } from './part.js';

interface Row {
  readonly title: string;
  readonly level: Level;
  readonly count: number;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'title',
    title: 'Title',
    sortable: true,
    cell: ({ title }) => (
      <a href="#parts" className="wrap-anywhere" dir="auto">
        {title}
      </a>
    ),
  },
  { id: 'level', title: 'Level', sortable: true, cell: ({ level }) => <LevelBadge level={level} /> },
  { id: 'count', title: 'Fired', align: 'end', cell: ({ count }) => count },
  { id: 'when', title: 'Changed', wideOnly: true, cell: () => <Time at={SOME_TIME} relative /> },
];
const SHORT: readonly Row[] = [
  ...LEVELS.map((level, count) => ({ title: `A rule of level ${level}`, level, count })),
  ...HARD_TITLES.map((title) => ({ title, level: 'low', count: 1_200 }) as const),
];
const LONG: readonly Row[] = Array.from({ length: 2_000 }, (_, count) => ({
  title: `Rule ${count + 1} of a long list`,
  level: 'medium',
  count,
}));
const titleOf = ({ title }: Row): string => title;

/** Tables: short, chosen from, without rows, and so long that only what is in sight is there. */
export const TableParts = () => (
  <>
    <Part name="table">
      <Table
        label="Rules"
        columns={COLUMNS}
        rows={SHORT}
        rowKey={titleOf}
        sorting={{ by: 'title', descending: false }}
        onSort={nothing}
      />
      <Pager offset={0} limit={8} total={20} onOffset={nothing} />
      <Pager offset={8} limit={8} total={20} onOffset={nothing} />
      <Pager offset={16} limit={8} total={20} onOffset={nothing} />
    </Part>
    <Part name="columns">
      <ColumnChooser list="rules" columns={COLUMNS} />
    </Part>
    <Part name="table-chosen">
      <Chosen />
    </Part>
    <Part name="table-empty">
      <Table label="No rules" columns={COLUMNS} rows={[]} rowKey={titleOf} />
    </Part>
    <Part name="table-long">
      <Table label="Many rules" columns={COLUMNS} rows={LONG} rowKey={titleOf} />
    </Part>
  </>
);

function Chosen() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(SHORT.slice(0, 2).map(titleOf)));
  const toggle = (key: string, on: boolean): void =>
    setChosen((before) => new Set(on ? [...before, key] : [...before].filter((one) => one !== key)));
  return (
    <Table
      label="Rules to choose"
      columns={COLUMNS}
      rows={SHORT.slice(0, 4)}
      rowKey={titleOf}
      selection={{
        has: (key) => chosen.has(key),
        toggle,
        chooseShown: (on) => setChosen(new Set(on ? SHORT.slice(0, 4).map(titleOf) : [])),
        nameOf: titleOf,
      }}
    />
  );
}
