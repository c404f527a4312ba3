import { Page } from '../../ui/page.js';
import { PasswordSection } from './password-section.js';
import { SecondFactorSection } from './second-factor-section.js';
import { SessionsSection } from './sessions-section.js';

/** What guards one's account. */
export const Component = () => (
  <Page title="Security" about="Your password, your second factors, and where you are signed in.">
    <SecondFactorSection />
    <PasswordSection />
    <SessionsSection />
  </Page>
);
