import { useProfile } from '../../../api/profile.js';
import { ButtonLink } from '../../../ui/button.js';
import { Notice } from '../../../ui/states.js';

/** What comes after the sample's rules: somebody who is new has seen how it goes, and would look for it in the menu. */
export function SampleNotice() {
  const { data: profile } = useProfile();
  return (
    <Notice kind="info">
      <p>
        <strong>What next?</strong> This advisory is made up. Accept a rule to see how it leaves for your SIEM, or go on
        with what is yours:
      </p>
      <div className="row">
        {profile?.effectiveTier !== 'free' && <ButtonLink to="/coverage/new">Connect a cloud account</ButtonLink>}
        <ButtonLink to="/generate">Paste your own advisory</ButtonLink>
      </div>
    </Notice>
  );
}
