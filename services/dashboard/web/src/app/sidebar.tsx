import { lazy, Suspense } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useProfile } from '../api/profile.js';
import { isMac } from '../keyboard/shortcuts.js';
import { NAV } from '../nav/nav.js';
import { usePreferences } from '../preferences/preferences.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Mark } from './mark.js';
import styles from './sidebar.module.css';

const AccountMenu = lazy(async () => ({ default: (await import('../menus/account-menu.js')).AccountMenu }));

/** The menu at the side, or in the drawer of a narrow screen: the pages, the search over everything, and who is signed in. */
export function Sidebar({
  folds = false,
  onSearch,
  onHelp,
}: {
  /** Whether it can be folded to its icons. */
  folds?: boolean;
  onSearch: () => void;
  onHelp: () => void;
}) {
  const { choose, folded } = usePreferences();
  const isFolded = folds && folded;
  return (
    <div className={styles.sidebar} data-folded={isFolded}>
      <div className={styles.top}>
        <NavLink to="/" className={styles.brand} aria-label="Tripline">
          <Mark /> <span className={styles.word}>Tripline</span>
        </NavLink>
        {folds && (
          <Button
            kind="quiet"
            className={styles.iconButton}
            aria-label={isFolded ? 'Unfold the menu' : 'Fold the menu'}
            aria-expanded={!isFolded}
            onPress={() => choose({ folded: !folded })}
          >
            <Icon name={isFolded ? 'unfold' : 'fold'} />
          </Button>
        )}
      </div>
      <div className={styles.body}>
        <Button className={styles.search} onPress={onSearch}>
          <Icon name="search" />
          <span className={styles.word}>Search or go to</span>
          <span className={styles.searchKeys} aria-hidden="true">
            {isMac ? '⌘' : 'Ctrl '}K
          </span>
        </Button>
        <Pages />
      </div>
      <div className={styles.foot}>
        <Suspense
          fallback={
            <div className={styles.account}>
              <WhoIsHere />
            </div>
          }
        >
          <AccountMenu className={styles.account ?? ''} onHelp={onHelp}>
            <WhoIsHere />
          </AccountMenu>
        </Suspense>
      </div>
    </div>
  );
}

/** The links to the pages. */
function Pages() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main">
      {NAV.map(({ title, links }) => (
        <div key={title} className={styles.group}>
          <h2 className={styles.groupTitle}>{title}</h2>
          <ul>
            {links.map(({ icon, label, to }) => (
              <li key={to}>
                {/* All are below Home; pages below /team have links of their own. */}
                <NavLink
                  to={to}
                  end={to === '/' || (to === '/team' && !/^\/team\/service-accounts/.test(pathname))}
                  className={styles.link}
                >
                  <Icon name={icon} />
                  <span className={styles.word}>{label}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Who is signed in, and the tier that they have. */
function WhoIsHere() {
  const { data: profile } = useProfile();
  const name = profile?.name || profile?.email || ' ';
  return (
    <>
      <span className={styles.initial} aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span className={styles.who}>
        <span className="visually-hidden">Account: </span>
        <span title={profile?.email} className={styles.whoLine}>
          {name}
        </span>
        <span className={`dim ${styles.whoLine}`}>{profile ? `${profile.effectiveTier} tier` : ' '}</span>
      </span>
    </>
  );
}
