import { TIERS } from 'virtual:tiers';
import { type Column, Table } from '../../ui/table.js';

type Tier = (typeof TIERS)[number];

const NUMBER = new Intl.NumberFormat('en');
/** Nothing of it is allowed. */
const NONE = '–';

const count = (value: number): string => (value === 0 ? NONE : NUMBER.format(value));
const has = (feature: Tier['features'][number]) => (tier: Tier) => (tier.features.includes(feature) ? 'yes' : NONE);

/** What tiers differ in. */
const LINES: readonly { readonly title: string; readonly of: (tier: Tier) => string }[] = [
  { title: 'Cloud accounts and coverage', of: has('coverage') },
  { title: 'Cloud accounts', of: ({ cloudAccounts }) => count(cloudAccounts) },
  {
    title: 'A scheduled scan, at most every',
    of: ({ cloudAccounts, scheduleMinutes }) => (cloudAccounts === 0 ? NONE : `${scheduleMinutes} minutes`),
  },
  { title: 'Coverage calls an hour', of: ({ coverageCallsPerHour }) => count(coverageCallsPerHour) },
  { title: 'Reports a day, signed in', of: (tier) => count(tier.generationsPerDayPerSession) },
  { title: 'Reports a day with one API key', of: (tier) => count(tier.generationsPerDayPerKey) },
  { title: 'Active API keys', of: ({ activeKeys }) => count(activeKeys) },
  { title: 'API keys made by API', of: has('keyManagement') },
  { title: 'Running at once', of: ({ requestsAtWork }) => count(requestsAtWork) },
  { title: 'Compute time an hour, in seconds', of: (tier) => count(tier.engineSecondsPerHour) },
  { title: 'A team of one’s own', of: has('teams') },
  { title: 'Seats of that team', of: ({ teamSeats }) => count(teamSeats) },
];

const columnsFor = (own: string): readonly Column<(typeof LINES)[number]>[] => [
  { id: 'what', title: 'What', cell: ({ title }) => title },
  ...TIERS.map((one) => ({
    id: one.tier,
    title: one.tier === own ? `${one.tier} (yours)` : one.tier,
    align: 'end' as const,
    cell: ({ of }: (typeof LINES)[number]) => (one.tier === own ? <strong>{of(one)}</strong> : of(one)),
  })),
];

/** All tiers beside each other, one's own marked. */
export const TierTable = ({ own }: { own: string }) => (
  <Table label="What each tier allows" columns={columnsFor(own)} rows={LINES} rowKey={({ title }) => title} />
);
