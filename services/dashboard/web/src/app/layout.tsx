import { useEffect, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { useProfile } from '../api/profile.js';
import { Button } from '../ui/button.js';
import styles from './layout.module.css';
import { Leaving } from './leaving.js';
import { Mark } from './mark.js';
import { NAV } from './nav.js';
import { useSignOut } from './sign-out.js';
import { ThemeChoice } from './theme-choice.js';

/** Around every page of somebody who is signed in: the menu, who they are, and the page. */
export function Layout() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setOpen(false);
    // Keyboard and screen reader begin at the new page, not where the link to it was.
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
  const { data: profile } = useProfile();
  const signOut = useSignOut();
  return (
    <div className={styles.layout} data-menu={open ? 'open' : 'closed'}>
      <a href="#main" className={styles.skipLink}>
        Skip to the page
      </a>
      {/* Where a page puts links of its own: see SkipLink. */}
      <div id="skip-links" className={styles.skipLinks} />
      <header className={styles.sidebar}>
        <div className={styles.sidebarTop}>
          <NavLink to="/generate" className={styles.brand}>
            <Mark /> Tripline
          </NavLink>
          <Button kind="quiet" className={styles.menuButton} aria-expanded={open} onPress={() => setOpen(!open)}>
            Menu
          </Button>
        </div>
        <div className={styles.sidebarBody}>
          <nav aria-label="Main">
            {NAV.map(({ title, links }) => (
              <div key={title} className={styles.navGroup}>
                <h2>{title}</h2>
                <ul>
                  {links.map(({ to, label }) => (
                    <li key={to}>
                      {/* Pages below /team have links of their own. */}
                      <NavLink to={to} end={to === '/team' && !/^\/team\/service-accounts/.test(pathname)}>
                        {label}
                      </NavLink>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
          <div className={styles.sidebarFoot}>
            <p className={styles.who}>
              <span title={profile?.email}>{profile?.name || profile?.email || ' '}</span>
              <span className="dim">{profile ? `${profile.effectiveTier} tier` : ' '}</span>
            </p>
            <ThemeChoice />
            <Button kind="quiet" onPress={() => void signOut()}>
              Sign out
            </Button>
          </div>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Leaving />
    </div>
  );
}
