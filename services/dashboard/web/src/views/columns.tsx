import { useMemo } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { usePreferences } from '../preferences/preferences.js';
import { Button } from '../ui/button.js';
import menuStyles from '../ui/select.module.css';
import type { Column } from '../ui/table.js';
import styles from './columns.module.css';
import type { ViewedList } from './view-store.js';

/** What a row is about stays, and so does what has no heading: what can be done with the row. */
const choosable = <T,>(columns: readonly Column<T>[]): readonly (Column<T> & { readonly title: string })[] =>
  columns
    .filter((column): column is Column<T> & { readonly title: string } => typeof column.title === 'string')
    .slice(1);

const isShown = ({ id, onRequest = false }: Column<never>, chosen: Readonly<Record<string, boolean>> | undefined) =>
  chosen?.[id] ?? !onRequest;

/** Those columns of a list that whoever looks at it wants to see: the same ones at each drawing. */
export function useShownColumns<T>(list: ViewedList, columns: readonly Column<T>[]): readonly Column<T>[] {
  const chosen = usePreferences().columns[list];
  return useMemo(() => {
    const hidden = new Set<Column<T>>(choosable(columns).filter((column) => !isShown(column, chosen)));
    return columns.filter((column) => !hidden.has(column));
  }, [chosen, columns]);
}

/** Chooses the columns of a list, for this browser. */
export function ColumnChooser<T>({ list, columns }: { list: ViewedList; columns: readonly Column<T>[] }) {
  const { choose, columns: all } = usePreferences();
  const offered = choosable(columns);
  const shown = offered.filter((column) => isShown(column, all[list])).map(({ id }) => id);
  return (
    <MenuTrigger>
      <Button kind="quiet" className={styles.chooser}>
        Columns <span aria-hidden="true">▾</span>
      </Button>
      <Popover className={menuStyles.popover}>
        <Menu
          aria-label="Columns"
          className={menuStyles.listBox}
          selectionMode="multiple"
          selectedKeys={shown}
          onSelectionChange={(keys) => {
            const chosen = Object.fromEntries(offered.map(({ id }) => [id, keys === 'all' || keys.has(id)]));
            choose({ columns: { ...all, [list]: { ...all[list], ...chosen } } });
          }}
        >
          {offered.map(({ id, title }) => (
            <MenuItem key={id} id={id} textValue={title} className={`${menuStyles.menuItem} ${styles.column}`}>
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
