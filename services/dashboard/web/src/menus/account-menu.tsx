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
          <OwnPages />
          <Separator className={styles.separator} />
          <Choices
            title="Theme"
            options={THEMES}
            chosen={theme}
            onChoose={(next) => {
              chooseTheme(next);
              setTheme(next);
            }}
          />
          <Choices
            title="Rows of tables"
            options={DENSITIES}
            chosen={density}
            onChoose={(next) => choose({ density: next })}
          />
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

function OwnPages() {
  const navigate = useNavigate();
  return (
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
  );
}

/** Entries of which one is chosen; the menu stays open. */
const Choices = <Id extends string>({
  chosen,
  onChoose,
  options,
  title,
}: {
  title: string;
  options: readonly { readonly id: Id; readonly label: string }[];
  chosen: Id;
  onChoose: (id: Id) => void;
}) => (
  <MenuSection
    selectionMode="single"
    disallowEmptySelection
    shouldCloseOnSelect={false}
    selectedKeys={[chosen]}
    onSelectionChange={(keys) => {
      const next = options.find(({ id }) => keys !== 'all' && keys.has(id)) ?? options[0];
      if (next !== undefined) onChoose(next.id);
    }}
  >
    <Header className={styles.header}>{title}</Header>
    {options.map(({ id, label }) => (
      <Choosable key={id} id={id} label={label} />
    ))}
  </MenuSection>
);

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
