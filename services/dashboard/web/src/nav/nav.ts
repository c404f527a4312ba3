import type { IconName } from '../ui/icon.js';

/** A page that the menu leads to. `keys` open it from anywhere. */
export interface NavLinkTo {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly keys?: string;
}

/** The menu. */
export const NAV: readonly { readonly title: string; readonly links: readonly NavLinkTo[] }[] = [
  { title: 'Now', links: [{ to: '/', label: 'Home', icon: 'home', keys: 'G H' }] },
  {
    title: 'Rules',
    links: [
      { to: '/generate', label: 'Generate', icon: 'generate', keys: 'G G' },
      { to: '/reports', label: 'Reports', icon: 'reports', keys: 'G R' },
      { to: '/rules', label: 'Library', icon: 'library', keys: 'G L' },
      { to: '/convert', label: 'Converter', icon: 'converter', keys: 'G V' },
      { to: '/pipelines', label: 'Pipelines', icon: 'pipelines', keys: 'G P' },
    ],
  },
  {
    title: 'Coverage',
    links: [
      { to: '/coverage', label: 'Cloud accounts', icon: 'cloud', keys: 'G C' },
      { to: '/siems', label: 'SIEMs', icon: 'siem', keys: 'G S' },
    ],
  },
  {
    title: 'Team',
    links: [
      { to: '/team', label: 'Members', icon: 'members', keys: 'G M' },
      { to: '/team/rules', label: 'Team rules', icon: 'team-rules', keys: 'G T' },
      { to: '/team/analytics', label: 'Analytics', icon: 'analytics' },
      { to: '/team/audit', label: 'Audit log', icon: 'audit' },
    ],
  },
];

/** What the account menu leads to. */
export const OWN_PAGES: readonly { readonly to: string; readonly label: string }[] = [
  { to: '/settings/profile', label: 'Profile' },
  { to: '/settings/plan', label: 'Plan and limits' },
  { to: '/settings/keys', label: 'API keys' },
  { to: '/settings/webhooks', label: 'Webhooks' },
  { to: '/settings/security', label: 'Security' },
];
