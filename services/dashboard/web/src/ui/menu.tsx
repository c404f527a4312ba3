import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from './button.js';
import styles from './select.module.css';

/** A button that opens a list of things to do. */
export const ActionMenu = ({
  label,
  children,
  actions,
  onOpen,
}: {
  label: string;
  children?: ReactNode;
  /** Told when the list is opened, for what is only then asked for. */
  onOpen?: () => void;
  actions: readonly { readonly label: string; readonly disabled?: boolean; readonly run: () => void }[];
}) => (
  <MenuTrigger
    onOpenChange={(open) => {
      if (open) onOpen?.();
    }}
  >
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
