import { type AdvisoryDocument, findBehaviours, generate } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';

const PLACES = {
  m365: 'The intrusion took place in Microsoft 365, as its unified audit log shows.',
  github: 'The intrusion took place in the GitHub organization, as its audit log shows.',
  'google-workspace': 'The intrusion took place in Google Workspace, as its audit log shows.',
} as const;

/** The events of products' logs from which rules would be drafted. */
async function told(text: string): Promise<readonly string[]> {
  return eventsOf(await textAdvisory(text));
}

function eventsOf(doc: AdvisoryDocument): readonly string[] {
  const found = findBehaviours(doc);
  const events = found.filter(({ kind, confidence }) => kind === 'product-event' && confidence >= 0.3);
  return [...new Set(events.map(({ value }) => value))];
}

it('words of a sentence that names a product are its own, however often the paragraph names a cloud', async () => {
  const text =
    'In GitHub, the actor created a new deploy key and disabled branch protection of the main branch.\nIn AWS, they assumed an IAM role, called GetSecretValue of AWS Secrets Manager and changed a Lambda function of AWS.';
  const doc = await markdownAdvisory(text);
  expect(eventsOf(doc)).toEqual(expect.arrayContaining(['public_key.create', 'protected_branch.destroy']));
  expect(findBehaviours(doc).map(({ value }) => value)).not.toContain('ec2.amazonaws.com/CreateKeyPair');
});

it('a cmdlet that is an operation of Microsoft 365 is looked for in its log, and in no script of a host', async () => {
  const text = 'In Microsoft 365 they ran Set-Mailbox to forward the mail, as the unified audit log shows.';
  const logs = generate(await textAdvisory(text), { targets: [] }).rules.map(({ log }) => log);
  expect(logs).toContain('m365/audit');
  expect(logs).not.toContain('windows/powershell-script');
});

describe('an inbox rule', () => {
  const asked = async (text: string): Promise<string> =>
    generate(await textAdvisory(`The intruders took over mailboxes of a bank.\n\n${text}`), { targets: [] })
      .rules.filter(({ log }) => log === 'm365/audit')
      .map(({ yaml }) => yaml)
      .join('\n');

  it.each([
    ['They made inbox rules that deleted new messages (DeleteMessage set to True).', ["'DeleteMessage'"]],
    ['Inbox rules were created: messages on wires were moved to the RSS Subscriptions folder.', ["'RSS'"]],
    [
      'They created an inbox rule with DeleteMessage that forwards mail to ann@fenlevy.net.',
      ["'DeleteMessage'", "'ann@fenlevy.net'"],
    ],
  ])('is looked for with each of its parameters, and without the name of the product: %s', async (text, values) => {
    const yaml = await asked(text);
    for (const value of ["'New-InboxRule'", ...values]) expect(yaml).toContain(value);
  });

  it.each([
    'Administrators should look for inbox rules that move mail into the folder "RSS Feeds".',
    'No inbox rule that forwards mail to ann@fenlevy.net was created.',
  ])('is none that nobody made: %s', async (text) => {
    expect(await asked(text)).toBe('');
  });
});

describe('events of products that reports tell in words are found', () => {
  it.each([
    ['The actor created an inbox rule that forwarded mail to an outside address.', 'New-InboxRule'],
    ['Audit logging of mailboxes was bypassed.', 'Set-MailboxAuditBypassAssociation'],
    ['Mail items were accessed by an application.', 'MailItemsAccessed'],
    ['An eDiscovery search was run over all mailboxes.', 'SearchCreated'],
    ['They gave a helper account full access to three mailboxes.', 'Add-MailboxPermission'],
    ['Hundreds of files were downloaded from SharePoint.', 'FileDownloaded'],
  ])('in Microsoft 365: %s', async (sentence, event) => {
    expect(await told(`${PLACES.m365} ${sentence}`)).toContain(event);
  });

  it.each([
    ['A deploy key with write access was added to the repository.', 'public_key.create'],
    ['A self-hosted runner was registered.', 'org.register_self_hosted_runner'],
    ['The private repositories were made public.', 'repo.access'],
    ['Branch protection was removed from the default branch.', 'protected_branch.destroy'],
    ['The two-factor requirement was turned off.', 'org.disable_two_factor_requirement'],
    ['The SSO of the organisation was disabled.', 'org.disable_saml'],
  ])('in GitHub: %s', async (sentence, event) => {
    expect(await told(`${PLACES.github} ${sentence}`)).toEqual([event]);
  });

  it.each([
    ['2-step verification was switched off for the account.', '2sv_disable'],
    ['POP/IMAP forwarding was enabled.', 'email_forwarding_out_of_domain'],
    ['A third-party OAuth application was authorised.', 'authorize'],
    ['Drive files were shared outside.', 'change_user_access'],
    ['A super administrator was added.', 'GRANT_ADMIN_PRIVILEGE'],
    ['The SSO of the organisation was disabled.', 'TOGGLE_SSO_ENABLED'],
  ])('in Google Workspace: %s', async (sentence, event) => {
    expect(await told(`${PLACES['google-workspace']} ${sentence}`)).toEqual([event]);
  });
});

describe('events of products that nobody is told to have caused are left out', () => {
  it.each([
    ['m365', 'The actor did not create an inbox rule.'],
    ['m365', 'Administrators should disable automatic forwarding, and should review who may create inbox rules.'],
    ['m365', 'With such a role an intruder could run an eDiscovery search.'],
    ['m365', 'No mailbox permissions were added.'],
    ['m365', 'We recommend that you remove the transport rule.'],
    ['github', 'The actor did not add a deploy key.'],
    ['github', 'Organizations should not disable branch protection.'],
    ['github', 'With an owner account an intruder could make the private repositories public.'],
    ['github', 'There was no sign that the private repositories were cloned.'],
    ['github', 'We recommend that you disable Dependabot alerts only for archives.'],
    ['google-workspace', 'The actor did not turn off 2-step verification.'],
    ['google-workspace', 'Administrators should reset the password of the user.'],
    ['google-workspace', 'With this right an intruder could add a super administrator.'],
    [
      'google-workspace',
      'Nobody reset the password of the user, and there is no evidence that Drive files were shared outside.',
    ],
    ['google-workspace', 'We recommend that you disable SSO for super administrators only.'],
  ] as const)('in %s: %s', async (product, sentence) => {
    expect(await told(`${PLACES[product]} ${sentence}`)).toEqual([]);
  });
});

describe('words mean the log of a product only where the text names it', () => {
  it.each([
    ['The phishing mail filled the mailbox. A rule forwarded every message to an outside address.'],
    ['They disabled single sign-on, added a super administrator and shared the files externally.'],
    ['The mailbox at Gmail was theirs. They enabled automatic forwarding and reset the password of the account.'],
    ['In Okta they added a super administrator, and two-factor authentication was disabled for the user.'],
  ])('and not in: %s', async (text) => {
    expect(await told(text)).toEqual([]);
  });

  it('in its own section, and not in that of another', async () => {
    const doc =
      '# On the code platform\n\nThe GitHub organization was theirs.\n\nSingle sign-on was disabled.\n\n' +
      '# On the network\n\nThe firewall was reached. Two-factor authentication was disabled on the gateway.\n';
    expect(eventsOf(await markdownAdvisory(doc))).toEqual(['org.disable_saml']);
  });

  it('and the one that the passage names, where two share the words', async () => {
    const text = `${PLACES.github}\n\nIn Google Workspace single sign-on was disabled.`;
    expect(await told(text)).toEqual(['TOGGLE_SSO_ENABLED']);
  });
});

describe('events of products that are told', () => {
  it('become rules where Google Cloud has the log', async () => {
    const text = `${PLACES['google-workspace']} They enabled automatic forwarding and switched off single sign-on.`;
    const { rules } = generate(await textAdvisory(text), { targets: [] });
    const yaml = rules.map((rule) => rule.yaml).join('\n');
    expect(yaml).toContain('google.login.LoginService.emailForwardingOutOfDomain');
    expect(yaml).toContain('google.admin.AdminService.toggleSsoEnabled');
    expect(rules.map(({ title }) => title)).toContain('Google Workspace Toggle SSO Enabled');
  });

  it('are named in the answer where no platform has their log, unless the text denies them', async () => {
    const text = `${PLACES.github} They added a deploy key. They did not disable secret scanning.`;
    const { skipped, techniques } = generate(await textAdvisory(text), { targets: [] });
    const reason = skipped.find(({ platform }) => platform === 'identity-1')?.reason;
    expect(reason).toContain(
      "It describes events of GitHub's audit log, which none of the platforms has: public_key.create.",
    );
    expect(techniques.map(({ id }) => id)).toContainEqual(expect.stringMatching(/^T1098/));
  });
});
