import { useSearchParams } from 'react-router';
import { useProfile } from '../../api/profile.js';
import { Page } from '../../ui/page.js';
import { QueryView } from '../../ui/states.js';
import { BringAlong } from './bring-along.js';
import { InvitationsSection } from './invitations-section.js';
import { MakeTeam } from './make-team.js';
import { MembersTable } from './members-table.js';
import { useTeam } from './team-query.js';
import { TeamSettings } from './team-settings.js';
import { TeamTabs } from './team-tabs.js';

/** One's team: who is in it and as what, who is invited, and what can be set. */
export function Component() {
  const team = useTeam();
  const { data: profile } = useProfile();
  const [search, setSearch] = useSearchParams();
  const me = team.data?.members.find(({ userId }) => userId === profile?.id);
  return (
    <Page
      title={team.data?.name ?? 'Team'}
      about="A team shares the rules its members generate and the cloud accounts they connect."
    >
      {team.data && <TeamTabs />}
      <QueryView query={team}>
        {(found) =>
          found === null ? (
            <MakeTeam />
          ) : (
            <div className="stack">
              {search.has('bring') && <BringAlong onClose={() => setSearch({}, { replace: true })} />}
              <section className="stack">
                <h2>
                  Members{' '}
                  <span className="dim">
                    {found.seats.used} of {found.seats.limit} seats taken
                  </span>
                </h2>
                <MembersTable team={found} me={me} />
              </section>
              {found.invitations !== undefined && <InvitationsSection invitations={found.invitations} />}
              {me !== undefined && <TeamSettings team={found} role={me.role} />}
            </div>
          )
        }
      </QueryView>
    </Page>
  );
}
