import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import { NavLink } from 'react-router';
import { useDrawnAtOnce } from './collection.js';
import styles from './tabs.module.css';

/** Panels of which one is shown. For parts of a page that deserve an address of their own use `LinkTabs`. */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string;
  tabs: readonly { readonly id: string; readonly label: ReactNode; readonly panel: ReactNode }[];
  selected?: string;
  onSelect?: (id: string) => void;
}) {
  useDrawnAtOnce();
  return (
    <AriaTabs
      {...(selected === undefined ? {} : { selectedKey: selected })}
      onSelectionChange={(key) => onSelect?.(String(key))}
    >
      <TabList aria-label={label} className={styles.tabList}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles.tab}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.tabPanel}>
          {tab.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

/** A row of links to the parts of one thing, such as a rule's versions. */
export const LinkTabs = ({
  label,
  links,
}: {
  label: string;
  links: readonly { readonly to: string; readonly label: string; readonly end?: boolean }[];
}) => (
  <nav aria-label={label} className={styles.tabList}>
    {links.map(({ to, label: text, end = false }) => (
      <NavLink key={to} to={to} end={end} className={styles.tab}>
        {text}
      </NavLink>
    ))}
  </nav>
);
