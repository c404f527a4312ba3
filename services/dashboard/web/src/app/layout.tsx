import { lazy, Suspense, useEffect, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { Outlet, useNavigate } from 'react-router';
import { allowSingleKeys, useShortcuts } from '../keyboard/shortcuts.js';
import { Leaving } from '../leaving/leaving.js';
import { useArrival } from '../nav/arrival.js';
import { NAV } from '../nav/nav.js';
import { usePreferences } from '../preferences/preferences.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { useMedia } from '../ui/use-media.js';
import { Breadcrumb } from './breadcrumb.js';
import styles from './layout.module.css';
import { Sidebar } from './sidebar.js';

const Palette = lazy(async () => ({ default: (await import('../palette/palette.js')).Palette }));
const HelpSheet = lazy(async () => ({ default: (await import('../keyboard/help-sheet.js')).HelpSheet }));

/** What lies above the page. */
type Above = 'palette' | 'help' | 'drawer';

/** Around every page of somebody who is signed in: the menu, the way to where they are, and the page. */
export function Layout() {
  const [above, setAbove] = useState<Above>();
  const isNarrow = useMedia('(max-width: 52rem)');
  // The others close by themselves, and may be opened while the page still comes.
  const main = useArrival(() => setAbove((now) => (now === 'drawer' ? undefined : now)));
  useFrameShortcuts(setAbove);
  const { folded } = usePreferences();
  const close = (): void => setAbove(undefined);
  const sidebar = <Sidebar folds={!isNarrow} onSearch={() => setAbove('palette')} onHelp={() => setAbove('help')} />;
  const Top = isNarrow ? 'header' : 'div';
  return (
    <div className={styles.layout} data-folded={folded && !isNarrow}>
      <a href="#main" className={styles.skipLink}>
        Skip to the page
      </a>
      {/* Where a page puts links of its own: see SkipLink. */}
      <div id="skip-links" className={styles.skipLinks} />
      {!isNarrow && <header className={styles.side}>{sidebar}</header>}
      <div className={styles.column}>
        <Top className={styles.topbar}>
          {isNarrow && (
            <Button kind="quiet" aria-expanded={above === 'drawer'} onPress={() => setAbove('drawer')}>
              <Icon name="menu" /> Menu
            </Button>
          )}
          <Breadcrumb />
          {isNarrow && (
            <Button kind="quiet" aria-label="Search" className={styles.topSearch} onPress={() => setAbove('palette')}>
              <Icon name="search" />
            </Button>
          )}
        </Top>
        <main id="main" ref={main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <ModalOverlay
        className={styles.drawerVeil}
        isDismissable
        isOpen={above === 'drawer' && isNarrow}
        onOpenChange={(open) => !open && close()}
      >
        <Modal className={styles.drawer}>
          <Dialog aria-label="Menu" className={styles.drawerBody}>
            {sidebar}
          </Dialog>
        </Modal>
      </ModalOverlay>
      <Suspense>
        {above === 'palette' && <Palette onClose={close} onHelp={() => setAbove('help')} />}
        {above === 'help' && <HelpSheet onClose={close} />}
      </Suspense>
      <Leaving />
    </div>
  );
}

/** The keys that work on every page, and how high its rows are. */
function useFrameShortcuts(open: (above: Above) => void): void {
  const navigate = useNavigate();
  const { choose, density, folded, singleKeys } = usePreferences();
  useEffect(() => allowSingleKeys(singleKeys), [singleKeys]);
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
    return () => {
      delete document.documentElement.dataset['density'];
    };
  }, [density]);
  useShortcuts(
    'Everywhere',
    [
      { keys: 'Mod+K', does: 'Search, go to a page, do something', run: () => open('palette') },
      { keys: '?', does: 'Show this sheet', run: () => open('help') },
      { keys: '[', does: 'Fold or unfold the menu', run: () => choose({ folded: !folded }) },
    ],
    'frame',
  );
  useShortcuts(
    'Go to',
    NAV.flatMap(({ links }) => links).flatMap(({ keys, label, to }) =>
      keys === undefined ? [] : [{ keys, does: label, run: () => void navigate(to) }],
    ),
    'frame',
  );
}
