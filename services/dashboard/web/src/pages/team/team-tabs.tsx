import { LinkTabs } from '../../ui/tabs.js';

/** The parts of a team that the menu does not list. */
export const TeamTabs = () => (
  <LinkTabs
    label="Team"
    links={[
      { to: '/team', label: 'Members', end: true },
      { to: '/team/service-accounts', label: 'Service accounts' },
    ]}
  />
);
