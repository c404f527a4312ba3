import { Link } from 'react-router';
import { useProfile } from '../../api/profile.js';
import { Badge } from '../../ui/badge.js';
import { Page } from '../../ui/page.js';
import { QueryView } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import styles from './account.module.css';
import { DeleteAccount } from './delete-account.js';
import { NameForm } from './name-form.js';
import { OwnDataSection } from './own-data-section.js';
import { SiemsSection } from './siems-section.js';

/** Who one is here. */
export function Component() {
  const query = useProfile();
  return (
    <Page title="Profile">
      <QueryView query={query} lines={10}>
        {(profile) => (
          <div className="stack">
            <section className={`card stack ${styles.accountForm}`}>
              <h2>You</h2>
              <dl className={styles.accountFacts}>
                <div>
                  <dt>E-mail address</dt>
                  <dd>
                    {profile.email}{' '}
                    <Badge kind={profile.emailVerified ? 'good' : 'warn'}>
                      {profile.emailVerified ? 'verified' : 'not verified'}
                    </Badge>
                  </dd>
                </div>
                <div>
                  <dt>Tier</dt>
                  <dd>
                    {profile.effectiveTier}
                    {profile.effectiveTier !== profile.tier && `, lent by your team; your own is ${profile.tier}`}:{' '}
                    <Link to="/settings/plan">what it allows</Link>
                  </dd>
                </div>
                <div>
                  <dt>Team</dt>
                  <dd>{profile.team === null ? 'none' : `${profile.team.name}, as ${profile.team.role}`}</dd>
                </div>
                <div>
                  <dt>Account since</dt>
                  <dd>
                    <Time at={profile.createdAt} />
                  </dd>
                </div>
              </dl>
              <NameForm key={profile.name} name={profile.name ?? ''} />
            </section>
            <SiemsSection />
            <OwnDataSection />
            <DeleteAccount />
          </div>
        )}
      </QueryView>
    </Page>
  );
}
