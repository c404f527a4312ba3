import { Link, useLocation } from 'react-router';
import { useShownTitle } from '../ui/title.js';
import styles from './breadcrumb.module.css';

interface Crumb {
  readonly label: string;
  readonly to?: string;
}

const at = (label: string, to?: string): Crumb => (to === undefined ? { label } : { label, to });

const RULES = at('Rules');
const LIBRARY = at('Library', '/rules');
const TEAM_RULES = at('Team rules', '/team/rules');
const ACCOUNTS = at('Cloud accounts', '/coverage');
const TEAM = at('Team');
const YOU = at('Account');

/** What stands above the page of an address. The first that fits counts. */
const TRAILS: readonly (readonly [RegExp, readonly Crumb[]])[] = [
  [/^\/(?:generate|reports|convert|pipelines|rules)$/, [RULES]],
  [/^\/reports\/./, [RULES, at('Reports', '/reports')]],
  [/^\/pipelines\/./, [RULES, at('Pipelines', '/pipelines')]],
  [/^\/rules\//, [RULES, LIBRARY]],
  [/^\/team\/rules\/./, [TEAM, TEAM_RULES]],
  [/^\/team\/service-accounts\/./, [TEAM, at('Service accounts', '/team/service-accounts')]],
  [/^\/team/, [TEAM]],
  [/^\/settings\//, [YOU]],
  [/^\/(?:coverage|siems)$/, [at('Coverage')]],
  [/^\/siems\/./, [at('Coverage'), at('SIEMs', '/siems')]],
  [/^\/(?:coverage|organizations)\//, [at('Coverage'), ACCOUNTS]],
];

/** What stands between a thing and a page below it; `$1` in an address is what the pattern caught. */
const WITHIN: readonly (readonly [RegExp, string, string])[] = [
  [/^(\/coverage\/[^/]+)\/techniques\//, 'Matrix', '$1/matrix'],
  [/^(\/coverage\/[^/]+)\/scans\/./, 'Scans', '$1/scans'],
  [/^(\/coverage\/[^/]+)\/detections\/./, 'Detections', '$1/detections'],
  [/^(\/coverage\/[^/]+)\/diff/, 'History', '$1/history'],
];

/** The address of a thing that has several pages. */
const THING = /^\/coverage\/(?!changes$)[^/]+|^(?:\/team)?\/rules\/[^/]+/;

/** The way from the menu to the page, with the names of what it is about. */
export function Breadcrumb() {
  const { pathname } = useLocation();
  const shown = useShownTitle();
  const known = shown?.pathname === pathname ? shown : undefined;
  const crumbs = [...(TRAILS.find(([pattern]) => pattern.test(pathname))?.[1] ?? [])];
  const thing = THING.exec(pathname)?.[0];
  if (known?.of !== undefined && thing !== undefined) crumbs.push(at(known.of, thing === pathname ? undefined : thing));
  for (const [pattern, label, to] of WITHIN) {
    const found = pattern.exec(pathname);
    if (found !== null) crumbs.push(at(label, to.replace('$1', found[1] ?? '')));
  }
  // The first page of a thing is the thing.
  if (known !== undefined && (known.of === undefined || thing !== pathname)) crumbs.push(at(known.title));
  return (
    <nav aria-label="Breadcrumb" className={styles.breadcrumb}>
      <ol>
        {crumbs.map(({ label, to }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a crumb is its place.
          <li key={index} aria-current={known !== undefined && index === crumbs.length - 1 ? 'page' : undefined}>
            {to === undefined ? <span dir="auto">{label}</span> : <Link to={to}>{label}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
