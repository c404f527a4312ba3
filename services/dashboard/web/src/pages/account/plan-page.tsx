import { TIERS } from 'virtual:tiers';
import type { Rules } from '../../api/clients.js';
import { useProfile } from '../../api/profile.js';
import { Page } from '../../ui/page.js';
import { QueryView } from '../../ui/states.js';
import { LimitsSection } from './limits-section.js';
import { TierTable } from './tier-table.js';

/** What one's tier allows, how much of it is used, what the other tiers have, and whom to ask for one. */
export function Component() {
  const query = useProfile();
  return (
    <Page title="Plan and limits">
      <QueryView query={query} lines={14}>
        {(profile) => (
          <div className="stack">
            <LimitsSection profile={profile} />
            <section className="card stack">
              <h2>Tiers</h2>
              <TierTable own={profile.effectiveTier} />
              <WhomToAsk profile={profile} />
            </section>
          </div>
        )}
      </QueryView>
    </Page>
  );
}

const WhomToAsk = ({ profile: { effectiveTier, email, team, tier } }: { profile: Rules['Profile'] }) => {
  const above = tierAbove(tier);
  return (
    <>
      <p>
        {team !== null && effectiveTier !== tier ? (
          <>
            Your own tier is {tier}; the team <bdi>{team.name}</bdi> lends you {effectiveTier}, the tier of its owner.
          </>
        ) : (
          <>Your tier is {effectiveTier}.</>
        )}{' '}
        Whoever runs this Tripline sets tiers.
        {above !== undefined && ' They change yours with this command, within a second:'}
      </p>
      {above !== undefined && (
        <p>
          <code className="wrap-anywhere">
            tripline user set-tier {email} {above}
          </code>
        </p>
      )}
    </>
  );
};

/** The tier above one; undefined for the highest. */
const tierAbove = (tier: string): string | undefined => {
  const at = TIERS.findIndex((one) => one.tier === tier);
  return at === -1 ? undefined : TIERS[at + 1]?.tier;
};
