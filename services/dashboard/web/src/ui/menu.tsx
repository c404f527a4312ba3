import './select.css';
import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from './button.js';

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
    <Popover className="popover">
      <AriaMenu className="list-box">
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            className="menu-item"
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
