import './table.css';
import type { ReactNode } from 'react';

/** A column: its heading, and what stands in it for a row. */
export interface Column<T> {
  readonly id: string;
  readonly title: ReactNode;
  readonly cell: (row: T) => ReactNode;
  /** The server can sort by it. */
  readonly sortable?: boolean;
  readonly align?: 'end';
  /** It is left out on narrow screens. */
  readonly wideOnly?: boolean;
}

/** Which column a list is sorted by. */
export interface Sorting {
  readonly by: string;
  readonly descending: boolean;
}

/** A table of rows. Sorting is the server's: `onSort` is told which heading was pressed. */
export const Table = <T,>({
  label,
  columns,
  rows,
  rowKey,
  sorting,
  onSort,
}: {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  sorting?: Sorting;
  onSort?: (by: string) => void;
}) => (
  // It can be scrolled sideways, and so by keyboard too.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the keyboard's focus.
  <section className="table-scroll" aria-label={label} tabIndex={0}>
    <table className="table">
      <thead>
        <tr>
          {columns.map(({ id, title, align, sortable = false, wideOnly = false }) => {
            const sorted = sorting?.by === id ? (sorting.descending ? 'descending' : 'ascending') : undefined;
            return (
              <th key={id} scope="col" data-align={align} data-wide-only={wideOnly} aria-sort={sorted}>
                {sortable && onSort !== undefined ? (
                  <button type="button" className="table-sort" onClick={() => onSort(id)}>
                    {title}{' '}
                    <span aria-hidden="true">{sorted === undefined ? '↕' : sorted === 'ascending' ? '↑' : '↓'}</span>
                  </button>
                ) : (
                  title
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ id, cell, align, wideOnly = false }) => (
              <td key={id} data-align={align} data-wide-only={wideOnly}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

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
    <nav className="row pager" aria-label="Pages">
      <button
        type="button"
        className="button"
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
        className="button"
        disabled={offset + limit >= total}
        onClick={() => onOffset(offset + limit)}
      >
        Next
      </button>
    </nav>
  );
};
