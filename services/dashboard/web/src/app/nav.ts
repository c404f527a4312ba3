/** The menu. */
export const NAV: readonly {
  readonly title: string;
  readonly links: readonly { readonly to: string; readonly label: string }[];
}[] = [
  {
    title: 'Rules',
    links: [
      { to: '/generate', label: 'Generate' },
      { to: '/generations', label: 'Generations' },
      { to: '/rules', label: 'Library' },
      { to: '/convert', label: 'Converter' },
      { to: '/pipelines', label: 'Pipelines' },
    ],
  },
  { title: 'Coverage', links: [{ to: '/coverage', label: 'Cloud accounts' }] },
  {
    title: 'Team',
    links: [
      { to: '/team', label: 'Members' },
      { to: '/team/rules', label: 'Team rules' },
      { to: '/team/analytics', label: 'Analytics' },
      { to: '/team/audit', label: 'Audit log' },
    ],
  },
  {
    title: 'You',
    links: [
      { to: '/settings/keys', label: 'API keys' },
      { to: '/settings/profile', label: 'Profile and limits' },
      { to: '/settings/security', label: 'Security' },
    ],
  },
];
