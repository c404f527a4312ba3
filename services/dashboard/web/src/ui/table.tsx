import { memo, type ReactNode, useCallback, useRef } from 'react';
import buttonStyles from './button.module.css';
import { Checkbox } from './checkbox.js';
import { LONG, useRowWindow } from './row-window.js';
import tableStyles from './table.module.css';

/** A column: its heading, and what stands in it for a row. */
export interface Column<T> {
  readonly id: string;
  readonly title: ReactNode;
  readonly cell: (row: T) => ReactNode;
  /** The server can sort by it. */
  readonly sortable?: boolean;
  readonly align?: 'end';
  /** It is left out on narrow screens, but not of cards. */
  readonly wideOnly?: boolean;
  /** Of a list whose columns are chosen: it is there for whoever asks for it. */
  readonly onRequest?: boolean;
}

/** Which column a list is sorted by. */
export interface Sorting {
  readonly by: string;
  readonly descending: boolean;
}

/** Which rows are chosen, and how that changes. */
interface RowSelection<T> {
  readonly has: (key: string) => boolean;
  readonly toggle: (key: string, on: boolean) => void;
  /** All rows that are shown, or none. */
  readonly chooseShown: (on: boolean) => void;
  /** What a row's box is called by: "Select NAME". */
  readonly nameOf: (row: T) => string;
}

/**
 * A table of rows. Sorting is the server's: `onSort` is told which heading was pressed. Above a hundred rows it scrolls in a frame of its own, and only the rows
 * that are in sight are in the document; ↑ and ↓ then lead from a row's link, button or box to the next row's, Ctrl-Home and Ctrl-End to the first and last.
 * `selection` puts a box before each row. Columns that are the same at each drawing let a tick draw its own row alone. On narrow screens each row is a card, whose
 * facts have their column's heading before them; a table of figures stays a table.
 */
export function Table<T>({
  label,
  columns,
  rows,
  rowKey,
  sorting,
  onSort,
  selection,
}: {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  sorting?: Sorting;
  onSort?: (by: string) => void;
  selection?: RowSelection<T>;
}) {
  const latest = useRef(selection);
  latest.current = selection;
  const toggle = useCallback((key: string, on: boolean) => latest.current?.toggle(key, on), []);
  const frame = useRef<HTMLElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const isLong = rows.length > LONG;
  const shown = useRowWindow({ frame, body, isLong, rows, rowKey });
  const drawn = (index: number): ReactNode => {
    const row = rows[index];
    if (row === undefined) return null;
    const key = rowKey(row);
    return (
      <Row
        key={key}
        row={row}
        columns={columns}
        {...(isLong ? { index, measure: shown.measure } : {})}
        {...(selection === undefined
          ? {}
          : { name: selection.nameOf(row), rowKey: key, isSelected: selection.has(key), toggle })}
      />
    );
  };
  return (
    // It can be scrolled, and so by keyboard too.
    <section
      ref={frame}
      className={tableStyles.tableScroll}
      data-long={isLong}
      data-cards={!isOfFigures(columns)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the keyboard's focus.
      tabIndex={0}
      {...shown.listeners}
    >
      <table className={tableStyles.table} aria-rowcount={isLong ? rows.length + 1 : undefined}>
        {shown.widths !== undefined && <Widths of={shown.widths} />}
        <thead>
          <Headings
            columns={columns}
            isLong={isLong}
            keys={() => rows.map(rowKey)}
            selection={selection}
            sorting={sorting}
            onSort={onSort}
          />
        </thead>
        <tbody ref={body}>
          {shown.parts.map((part) =>
            part.kind === 'space' ? <Space key={part.key} height={part.height} /> : drawn(part.index),
          )}
        </tbody>
      </table>
    </section>
  );
}

/** Figures are compared from row to row, and are narrow enough for a phone. */
const isOfFigures = (columns: readonly Pick<Column<never>, 'align' | 'wideOnly'>[]): boolean =>
  columns.slice(1).every(({ align, wideOnly = false }) => align === 'end' || wideOnly);

/** A column's heading, by which the list may be sorted. */
function Heading<T>({
  column: { align, id, sortable = false, title, wideOnly = false },
  onSort,
  sorting,
}: {
  column: Column<T>;
  sorting: Sorting | undefined;
  onSort: ((by: string) => void) | undefined;
}) {
  const sorted = sorting?.by === id ? (sorting.descending ? 'descending' : 'ascending') : undefined;
  return (
    <th scope="col" data-align={align} data-wide-only={wideOnly} aria-sort={sorted}>
      {sortable && onSort !== undefined ? (
        <button type="button" className={tableStyles.tableSort} onClick={() => onSort(id)}>
          {title} <span aria-hidden="true">{sorted === undefined ? '↕' : sorted === 'ascending' ? '↑' : '↓'}</span>
        </button>
      ) : (
        title
      )}
    </th>
  );
}

/** The room of rows that are not in the document. */
const Space = ({ height }: { height: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus.
  <tr aria-hidden="true">
    <td className={tableStyles.tableSpace} style={{ height }} />
  </tr>
);

/** The row of headings, with the box for all rows. */
const Headings = <T,>({
  columns,
  isLong,
  keys,
  onSort,
  selection,
  sorting,
}: {
  columns: readonly Column<T>[];
  isLong: boolean;
  keys: () => readonly string[];
  selection: RowSelection<T> | undefined;
  sorting: Sorting | undefined;
  onSort: ((by: string) => void) | undefined;
}) => (
  <tr aria-rowindex={isLong ? 1 : undefined}>
    {selection !== undefined && (
      <th scope="col">
        <AllBox selection={selection} keys={keys()} />
      </th>
    )}
    {columns.map((column) => (
      <Heading key={column.id} column={column} sorting={sorting} onSort={onSort} />
    ))}
  </tr>
);

/** How wide the columns are. */
const Widths = ({ of: widths }: { of: readonly number[] }) => (
  <colgroup>
    {widths.map((width, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
      <col key={index} style={{ width }} />
    ))}
  </colgroup>
);

interface RowProps<T> {
  readonly row: T;
  readonly columns: readonly Column<T>[];
  /** Its place in a long table. */
  readonly index?: number;
  readonly measure?: (row: HTMLTableRowElement | null) => void;
  /** For its box. */
  readonly name?: string;
  readonly rowKey?: string;
  readonly isSelected?: boolean;
  readonly toggle?: (key: string, on: boolean) => void;
}

/** Drawn again only when its data, its box or the columns are others. */
const Row = memo(function Row<T>({
  columns,
  index,
  isSelected = false,
  measure,
  name,
  row,
  rowKey,
  toggle,
}: RowProps<T>) {
  // What a card is about needs no heading before it.
  const first = columns.findIndex(({ title }) => typeof title === 'string');
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index === undefined ? undefined : index + 2}>
      {rowKey !== undefined && (
        <td>
          <Checkbox aria-label={`Select ${name}`} isSelected={isSelected} onChange={(on) => toggle?.(rowKey, on)} />
        </td>
      )}
      {columns.map(({ id, cell, align, title, wideOnly = false }, at) => (
        <td
          key={id}
          data-align={align}
          data-wide-only={wideOnly}
          data-name={at === first}
          data-heading={at !== first && typeof title === 'string' ? title : undefined}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <T>(props: RowProps<T>) => ReactNode;

function AllBox<T>({ selection: { chooseShown, has }, keys }: { selection: RowSelection<T>; keys: readonly string[] }) {
  const all = keys.length > 0 && keys.every(has);
  return (
    <Checkbox
      aria-label="Select all that are shown"
      isSelected={all}
      isIndeterminate={!all && keys.some(has)}
      onChange={chooseShown}
    />
  );
}

/** The way through the pages of a list that the server cuts up by offset. */
export const Pager = ({
  offset,
  limit,
  total,
  onOffset,
}: {
  offset: number;
  limit: number;
  total: number;
  onOffset: (offset: number) => void;
}) => {
  if (total <= limit && offset === 0) return null;
  return (
    <nav className={`row ${tableStyles.pager}`} aria-label="Pages">
      <button
        type="button"
        className={`${buttonStyles.button} ${tableStyles.button}`}
        disabled={offset === 0}
        onClick={() => onOffset(Math.max(0, offset - limit))}
      >
        Previous
      </button>
      <span aria-live="polite">
        {Math.min(offset + 1, total)}–{Math.min(offset + limit, total)} of {total}
      </span>
      <button
        type="button"
        className={`${buttonStyles.button} ${tableStyles.button}`}
        disabled={offset + limit >= total}
        onClick={() => onOffset(offset + limit)}
      >
        Next
      </button>
    </nav>
  );
};
