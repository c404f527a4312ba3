import { usePreferences } from '../preferences/preferences.js';
import { Checkbox } from '../ui/checkbox.js';
import { Dialog } from '../ui/dialog.js';
import { Keys } from './keys.js';
import styles from './keys.module.css';
import { useShortcutGroups } from './shortcuts.js';

/** All shortcuts that work where the reader is: the frame's and the page's. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const groups = useShortcutGroups();
  const { choose, singleKeys } = usePreferences();
  // What belongs to the open page comes first: it is what somebody looks for.
  const shown = [...groups.filter(({ of }) => of === 'page'), ...groups.filter(({ of }) => of === 'frame')].filter(
    ({ shortcuts }) => shortcuts.length > 0,
  );
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose} wide>
      <div className={styles.sheet}>
        {shown.map(({ shortcuts, title }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className={styles.sheetList}>
              {shortcuts.map(({ does, keys }) => (
                <div key={keys}>
                  <dt>{does}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox isSelected={singleKeys} onChange={(on) => choose({ singleKeys: on })}>
        Single-key shortcuts
      </Checkbox>
      <p className="dim">Without them only those with {/mac/i.test(navigator.platform) ? '⌘' : 'Ctrl'} work.</p>
    </Dialog>
  );
}
