import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from './button.js';
import styles from './select.module.css';

/** A button that opens a list of things to do. */
export const ActionMenu = ({
  label,
  children,
  actions,
}: {
  label: string;
  children?: ReactNode;
  actions: readonly { readonly label: string; readonly disabled?: boolean; readonly run: () => void }[];
}) => (
  <MenuTrigger>
    <Button aria-label={children === undefined ? undefined : label}>{children ?? `${label} ▾`}</Button>
    <Popover className={styles.popover}>
      <AriaMenu className={styles.listBox}>
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            className={styles.menuItem}
            isDisabled={action.disabled ?? false}
            onAction={action.run}
          >
            {action.label}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);
