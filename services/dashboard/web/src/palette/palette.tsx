import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  type Key,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { useLocation, useNavigate } from 'react-router';
import { coverage, coverageData, rules, rulesData } from '../api/clients.js';
import { useTechniqueNames } from '../attack/catalogue.js';
import { Keys } from '../keyboard/keys.js';
import { useSignOut } from '../leaving/sign-out.js';
import { ACCOUNT_GROUPS, partAddress } from '../nav/account-parts.js';
import { NAV, OWN_PAGES } from '../nav/nav.js';
import { usePreferences } from '../preferences/preferences.js';
import { chooseTheme } from '../preferences/theme.js';
import { ruleAddress } from '../rule/rule-address.js';
import dialogStyles from '../ui/dialog.module.css';
import { useSettled } from '../ui/use-settled.js';
import styles from './palette.module.css';

/** Something that the palette offers. `hint` tells things of one name apart. */
interface Entry {
  readonly id: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly run: () => void;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** As many of a kind as can be looked over. */
const MOST = 6;
/** Rules are asked for once somebody rests for this long. */
const REST_MS = 200;

/** One field that leads to every page, rule, technique and account, and does what the frame can do. */
export function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [text, setText] = useState('');
  const { isSearching, sections } = useSections(text.trim(), onHelp);
  const run = (key: Key): void => {
    const entry = sections.flatMap(({ entries }) => entries).find(({ id }) => id === key);
    onClose();
    entry?.run();
  };
  return (
    <ModalOverlay
      className={`${dialogStyles.dialogOverlay} ${styles.overlay}`}
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={`${dialogStyles.dialog} ${styles.palette}`}>
        <Dialog aria-label="Search or go to" className={styles.body}>
          {/* What fits is decided here and by the service, not by the letters of the whole label. */}
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField aria-label="Search or go to" autoFocus className={styles.field}>
              <Input className={styles.input} placeholder="Page, rule, technique, account, action" />
            </SearchField>
            <Menu
              aria-label="What was found"
              className={styles.list}
              items={sections}
              onAction={run}
              renderEmptyState={() => (
                <p className={`dim ${styles.nothing}`}>{isSearching ? 'Searching …' : 'Nothing has these words.'}</p>
              )}
            >
              {({ entries, id, title }) => (
                <MenuSection id={id}>
                  <Header className={styles.header}>{title}</Header>
                  <Collection items={entries}>
                    {({ hint, id: key, label }) => (
                      <MenuItem id={key} textValue={label} className={styles.entry}>
                        <span className={styles.label}>{label}</span>
                        {hint !== undefined && <span className={`dim ${styles.hint}`}>{hint}</span>}
                      </MenuItem>
                    )}
                  </Collection>
                </MenuSection>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What fits the text, the likeliest kind first. Without a text: the pages and what can be done. */
function useSections(text: string, onHelp: () => void): { isSearching: boolean; sections: Section[] } {
  const navigate = useNavigate();
  const go = (to: string) => (): void => void navigate(to);
  const pages = usePages(go);
  const actions = useActions(go, onHelp);
  const accounts = useAccounts();
  const settled = useSettled(text, REST_MS);
  const found = useQuery({
    queryKey: ['rules', 'palette', settled],
    enabled: settled.length > 1,
    queryFn: () => rulesData(rules.GET('/v1/rules', { params: { query: { q: settled, limit: MOST } } })),
  });
  const techniques = useTechniqueNames();
  const inAccount = accountOf(useLocation().pathname);
  const asked = text !== '';
  // What was found for other letters is no answer to these: Enter would open it.
  const ruleEntries = settled === text ? (found.data?.rules ?? []) : [];
  const techniqueEntries = asked
    ? [...(techniques.data?.values() ?? [])].filter(({ id, name }) => fits(`${id} ${name}`, text)).slice(0, MOST)
    : [];
  const sections: Section[] = [
    { id: 'pages', title: 'Pages', entries: pages.filter(({ label }) => fits(label, text)) },
    {
      id: 'rules',
      title: 'Rules',
      entries: ruleEntries.map((rule) => ({
        id: `rule ${ruleAddress(rule)}`,
        label: rule.title,
        hint: `${rule.level}, ${rule.state}`,
        run: go(ruleAddress(rule)),
      })),
    },
    {
      id: 'techniques',
      title: 'Techniques',
      entries: techniqueEntries.map((one) => techniqueEntry(one, inAccount, go)),
    },
    { id: 'accounts', title: 'Cloud accounts', entries: accountEntries(accounts, text, go) },
    { id: 'actions', title: 'Actions', entries: actions.filter(({ label }) => fits(label, text)) },
    {
      id: 'written-for',
      title: 'Write a rule for',
      entries: techniqueEntries.slice(0, 3).map(({ id, name }) => ({
        id: `generate ${id}`,
        label: `Generate a rule for ${id} ${name}`,
        run: go(`/generate?technique=${id}`),
      })),
    },
  ];
  const isSearching = asked && (settled !== text || found.isFetching);
  return { isSearching, sections: sections.filter(({ entries }) => entries.length > 0) };
}

type Accounts = ReturnType<typeof useAccounts>;

/** The cloud accounts that fit the text; without one, some. */
const accountEntries = (accounts: Accounts, text: string, go: (to: string) => () => void): Entry[] =>
  accounts
    .filter(({ external_account_id, name }) => fits(`${name} ${external_account_id}`, text))
    .slice(0, text !== '' ? MOST : 3)
    .map(({ external_account_id, id, name }) => ({
      id: `account ${id}`,
      label: name,
      hint: external_account_id,
      run: go(`/coverage/${id}`),
    }));

/** A technique, which leads to its page in the account that is open, else to its rules. */
const techniqueEntry = (
  { id, name, tactics }: { readonly id: string; readonly name: string; readonly tactics: readonly string[] },
  inAccount: string | undefined,
  go: (to: string) => () => void,
): Entry => ({
  id: `technique ${id}`,
  label: `${id} ${name}`,
  hint: tactics.join(', '),
  run: go(inAccount === undefined ? `/rules?technique=${id}` : `/coverage/${inAccount}/techniques/${id}`),
});

/** All pages of the menu and of one's own account, and those of the cloud account that is open. */
function usePages(go: (to: string) => () => void): Entry[] {
  const inAccount = accountOf(useLocation().pathname);
  const links = NAV.flatMap((group) => group.links).map(({ keys, label, to }) => ({
    id: `page ${to}`,
    label,
    hint: keys && <Keys keys={keys} />,
    run: go(to),
  }));
  const own = OWN_PAGES.map(({ label, to }) => ({ id: `page ${to}`, label, hint: 'Account', run: go(to) }));
  const parts =
    inAccount === undefined
      ? []
      : ACCOUNT_GROUPS.flatMap(({ label: group, parts: of }) =>
          of.map(({ label, path }) => ({
            id: `part ${path}`,
            label,
            hint: `This account, ${group.toLowerCase()}`,
            run: go(partAddress(inAccount, path)),
          })),
        );
  const further = [
    { id: 'page bin', label: 'Bin', hint: 'Rules that were deleted', run: go('/rules/bin') },
    { id: 'page changes', label: 'What changed', hint: 'All cloud accounts', run: go('/coverage/changes') },
    { id: 'page service-accounts', label: 'Service accounts', hint: 'Team', run: go('/team/service-accounts') },
  ];
  return [...parts, ...links, ...own, ...further].map(({ hint, ...entry }) =>
    hint === undefined ? entry : { ...entry, hint },
  );
}

function useActions(go: (to: string) => () => void, onHelp: () => void): Entry[] {
  const { choose, density, folded } = usePreferences();
  const signOut = useSignOut();
  return [
    { id: 'do generate', label: 'Generate rules from an advisory', run: go('/generate') },
    { id: 'do account', label: 'Add a cloud account', run: go('/coverage/new') },
    { id: 'do siem', label: 'Add a SIEM', run: go('/siems/new') },
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      id: `do ${theme}`,
      label: theme === 'system' ? 'Theme: as the system' : `Theme: ${theme}`,
      run: () => chooseTheme(theme),
    })),
    {
      id: 'do density',
      label: density === 'compact' ? 'Rows of tables: comfortable' : 'Rows of tables: compact',
      run: () => choose({ density: density === 'compact' ? 'comfortable' : 'compact' }),
    },
    {
      id: 'do fold',
      label: folded ? 'Unfold the menu' : 'Fold the menu',
      run: () => choose({ folded: !folded }),
    },
    { id: 'do help', label: 'Keyboard shortcuts', hint: <Keys keys="?" />, run: onHelp },
    { id: 'do sign-out', label: 'Sign out', run: () => void signOut() },
  ];
}

/** One's own accounts and the team's, as far as one answer goes. */
function useAccounts() {
  const { data } = useQuery({
    queryKey: ['accounts', 'palette'],
    queryFn: () => coverageData(coverage.GET('/accounts', { params: { query: { limit: 100, offset: 0 } } })),
    // A tier without coverage has none.
    retry: false,
  });
  return data?.accounts ?? [];
}

/** The cloud account whose pages are open. */
const accountOf = (pathname: string): string | undefined => /^\/coverage\/(?!new$)([^/]+)/.exec(pathname)?.[1];

/** Whether each word of the text begins a word of the label. */
function fits(label: string, text: string): boolean {
  const words = label.toLowerCase().split(/[\s:,()/-]+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
