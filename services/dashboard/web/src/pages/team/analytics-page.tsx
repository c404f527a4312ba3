import { useQuery } from '@tanstack/react-query';
import { rules, rulesData } from '../../api/clients.js';
import { platformName } from '../../rule/names.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Empty, QueryView } from '../../ui/states.js';
import { type Column, Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { type Bar, Bars, DayChart } from './charts.js';
import styles from './charts.module.css';
import { isWithoutTeam, WithoutTeam } from './without-team.js';

/** Counts with their names, the most frequent first. */
const byCount = (counts: Readonly<Record<string, number>>, names: (id: string) => string): Bar[] =>
  Object.entries(counts)
    .map(([id, count]) => ({ id, label: names(id), count }))
    .sort((a, b) => b.count - a.count);

const readAnalytics = () => rulesData(rules.GET('/v1/team/analytics'));
type Analytics = Awaited<ReturnType<typeof readAnalytics>>;

const MEMBER_COLUMNS: readonly Column<Analytics['memberActivity'][number]>[] = [
  {
    id: 'member',
    title: 'Member',
    cell: ({ email, role }) => (
      <>
        {email ?? 'a deleted account'} <Badge>{role ?? 'former member'}</Badge>
      </>
    ),
  },
  { id: 'rules', title: 'Rules generated', align: 'end', cell: (one) => one.rulesGenerated },
  {
    id: 'active',
    title: 'Last active',
    cell: ({ lastActiveAt }) => (lastActiveAt === null ? 'never' : <Time at={lastActiveAt} relative />),
  },
];

/** What the team has made. */
export function Component() {
  const query = useQuery({
    queryKey: ['team', 'analytics'],
    queryFn: readAnalytics,
  });
  return (
    <Page title="Analytics" about="What the team's members have generated, at this moment.">
      {isWithoutTeam(query.error) ? (
        <WithoutTeam error={query.error} />
      ) : (
        <QueryView query={query} lines={10}>
          {(data) =>
            data.totalRules === 0 ? (
              <Empty title="No rule yet" action={<ButtonLink to="/generate">Generate the first</ButtonLink>}>
                What members generate is counted here.
              </Empty>
            ) : (
              <Charts data={data} />
            )
          }
        </QueryView>
      )}
    </Page>
  );
}

function Charts({ data }: { data: Analytics }) {
  return (
    <div className="stack">
      <p>
        <strong>{data.totalRules}</strong> rules in all, <strong>{data.rulesLast30Days}</strong> of the last 30 days.
      </p>
      <section className="card">
        <h2>Rules per day</h2>
        <DayChart label="Rules per day" days={data.rulesPerDay} />
      </section>
      <div className={styles.chartGrid}>
        <section className="card">
          <h2>Most frequent techniques</h2>
          <Bars
            bars={data.topTechniques.map(({ count, id, name }) => ({
              id,
              label: name === null ? id : `${id} ${name}`,
              count,
            }))}
          />
        </section>
        <section className="card">
          <h2>By platform</h2>
          <Bars
            bars={byCount(data.rulesByPlatform, (id) => (id === 'none' ? 'no known platform' : platformName(id)))}
          />
        </section>
        <section className="card">
          <h2>By level</h2>
          <Bars bars={byCount(data.rulesByLevel, (id) => id)} />
        </section>
      </div>
      <section>
        <h2>Members</h2>
        <Table label="Members" rows={data.memberActivity} rowKey={({ userId }) => userId} columns={MEMBER_COLUMNS} />
      </section>
    </div>
  );
}
