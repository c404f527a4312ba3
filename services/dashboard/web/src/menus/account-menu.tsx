import { type ReactNode, useState } from 'react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { useSignOut } from '../leaving/sign-out.js';
import { OWN_PAGES } from '../nav/nav.js';
import { type Preferences, usePreferences } from '../preferences/preferences.js';
import { chooseTheme, chosenTheme, type Theme } from '../preferences/theme.js';
import { Button } from '../ui/button.js';
import selectStyles from '../ui/select.module.css';
import styles from './account-menu.module.css';

const THEMES: readonly { readonly id: Theme; readonly label: string }[] = [
  { id: 'system', label: 'As the system' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
];
const DENSITIES: readonly { readonly id: Preferences['density']; readonly label: string }[] = [
  { id: 'comfortable', label: 'Comfortable' },
  { id: 'compact', label: 'Compact' },
];

/** The pages of one's own account, how the page looks, and the way out. `children` is what the button shows. */
export function AccountMenu({
  children,
  className,
  onHelp,
}: {
  children: ReactNode;
  className: string;
  onHelp: () => void;
}) {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { choose, density } = usePreferences();
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <MenuTrigger onOpenChange={() => setTheme(chosenTheme())}>
      <Button kind="quiet" className={className}>
        {children}
      </Button>
      <Popover className={selectStyles.popover} placement="top start">
        <Menu className={`${selectStyles.listBox} ${styles.menu}`} aria-label="Account">
          <MenuSection aria-label="Your pages">
            {OWN_PAGES.map(({ label, to }) => (
              <MenuItem
                key={to}
                id={to}
                textValue={label}
                className={selectStyles.menuItem}
                onAction={() => void navigate(to)}
              >
                {label}
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className={styles.separator} />
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            shouldCloseOnSelect={false}
            selectedKeys={[theme]}
            onSelectionChange={(keys) => {
              const next = THEMES.find(({ id }) => keys !== 'all' && keys.has(id))?.id ?? 'system';
              chooseTheme(next);
              setTheme(next);
            }}
          >
            <Header className={styles.header}>Theme</Header>
            {THEMES.map(({ id, label }) => (
              <Choosable key={id} id={id} label={label} />
            ))}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            shouldCloseOnSelect={false}
            selectedKeys={[density]}
            onSelectionChange={(keys) =>
              choose({ density: keys !== 'all' && keys.has('compact') ? 'compact' : 'comfortable' })
            }
          >
            <Header className={styles.header}>Rows of tables</Header>
            {DENSITIES.map(({ id, label }) => (
              <Choosable key={id} id={id} label={label} />
            ))}
          </MenuSection>
          <Separator className={styles.separator} />
          <MenuSection aria-label="Help and the way out">
            <MenuItem id="help" className={selectStyles.menuItem} onAction={onHelp}>
              Keyboard shortcuts
            </MenuItem>
            <MenuItem id="sign-out" className={selectStyles.menuItem} onAction={() => void signOut()}>
              Sign out
            </MenuItem>
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const Choosable = ({ id, label }: { id: string; label: string }) => (
  <MenuItem id={id} textValue={label} className={`${selectStyles.menuItem} ${styles.choosable}`}>
    {({ isSelected }) => (
      <>
        <span aria-hidden="true">{isSelected ? '✓' : ''}</span>
        {label}
      </>
    )}
  </MenuItem>
);
