import { ApiError } from '../../api/api-error.js';
import { useProfile } from '../../api/profile.js';
import { ButtonLink } from '../../ui/button.js';
import { Empty } from '../../ui/states.js';
import { ToPlan } from '../../ui/to-plan.js';

/** Whether a page of the team has nothing to show since there is no team, or the tier or one's role does not have it. */
export const isWithoutTeam = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

/** What a page of the team shows in place of its content then: the service's own words, and where to go. It is no failure. */
export function WithoutTeam({ error }: { error: ApiError }) {
  const { data: profile } = useProfile();
  const isMember = Boolean(profile?.team);
  // Whoever's tier has no teams can make none.
  const canMake = isMember || error.status === 404;
  return (
    <Empty
      title={isMember ? 'This is not open to you' : 'You are in no team'}
      action={canMake ? <ButtonLink to="/team">{isMember ? 'Open your team' : 'Make a team'}</ButtonLink> : <ToPlan />}
    >
      {error.message}
    </Empty>
  );
}
