import { Link, useLocation } from 'react-router';
import { ACCOUNT_GROUPS, partAddress, partAt } from '../../nav/account-parts.js';
import tabStyles from '../../ui/tabs.module.css';
import styles from './account-nav.module.css';

/** The ways to an account's pages: four groups, and below them the pages of the one that is open. It stays on all of them. */
export function AccountNav({ id }: { id: string }) {
  const { pathname } = useLocation();
  const open = partAt(id, pathname);
  return (
    <div className={styles.accountNav}>
      <nav aria-label="Parts of this account" className={tabStyles.tabList}>
        {ACCOUNT_GROUPS.map((group) => (
          <Link
            key={group.label}
            to={partAddress(id, group.parts[0]?.path ?? '')}
            className={tabStyles.tab}
            aria-current={group === open.group || undefined}
            data-selected={group === open.group || undefined}
          >
            {group.label}
          </Link>
        ))}
      </nav>
      <nav aria-label={`Pages of ${open.group?.label.toLowerCase()}`} className={styles.pages}>
        {open.group?.parts.map((part) => {
          const to = partAddress(id, part.path);
          // A page that is reached from another leads back to it, and so is not the page itself.
          const current = to === pathname ? 'page' : part === open.part || undefined;
          return (
            <Link key={part.path} to={to} className={styles.page} aria-current={current}>
              {part.label}
            </Link>
          );
        })}
      </nav>
    </div>
  );
}
