import { findBehaviours, type GenerationResult, generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function eventsOf(text: string): Promise<readonly string[]> {
  const found = findBehaviours(await textAdvisory(text));
  return found.flatMap((each) => (each.kind === 'product-event' ? [`${each.product} ${each.value}`] : []));
}

async function answerTo(text: string): Promise<GenerationResult> {
  return generate(await textAdvisory(text), { targets: [] });
}

function reasonFor({ skipped }: GenerationResult, platform: string): string | undefined {
  return skipped.find((each) => each.platform === platform)?.reason;
}

describe('events of audit logs that a text writes out', () => {
  it.each([
    ['The GitHub audit log has repo.download_zip and org.disable_saml.', 'github repo.download_zip'],
    ['Look for protected_branch.policy_override on GitHub.', 'github protected_branch.policy_override'],
    ['In Google Workspace they caused GRANT_ADMIN_PRIVILEGE.', 'google-workspace GRANT_ADMIN_PRIVILEGE'],
    ['Google Workspace wrote 2sv_disable for the account.', 'google-workspace 2sv_disable'],
    ['The unified audit log of Microsoft 365 shows New-InboxRule.', 'm365 New-InboxRule'],
    ['Microsoft 365 recorded MailItemsAccessed by the application.', 'm365 MailItemsAccessed'],
  ])('are found where the text names the product: %s', async (text, event) => {
    expect(await eventsOf(text)).toContain(event);
  });

  it.each([
    ['github org.remove_actions_secret', 'On GitHub the log has org.remove_actions_secret.'],
    ['google-workspace REMOVE_TRUSTED_DOMAINS', 'In Google Workspace they caused REMOVE_TRUSTED_DOMAINS.'],
    ['m365 New-MailboxExportRequest', 'In Microsoft 365 they used New-MailboxExportRequest.'],
    ['m365 SharingSetChanged', 'Office 365 has SharingSetChanged for the site.'],
  ])('are found beside their product though no list has them: %s', async (event, text) => {
    expect(await eventsOf(text)).toEqual([event]);
  });

  it.each([
    ['The loader calls org.apache.create_heron, then FILE_SHARE_READ and MailItemsAccessed.'],
    ['The tool is on GitHub. It sets PROCESS_CREATE_FLAGS and reads project.heron_json.'],
    [
      'Beside Microsoft 365 they ran Set-MpPreference, Stop-Service and Invoke-WebRequest; the column is TimeGenerated.',
    ],
    ['Their page imitates Microsoft 365. The script runs Get-Mailbox and OpenProcessToken.'],
  ])('are not found in other names of the same form: %s', async (text) => {
    expect(await eventsOf(text)).toEqual([]);
  });

  it('become rules where Google Cloud has the log, under the name it has there', async () => {
    const { rules } = await answerTo('In Google Workspace the actor caused ASSIGN_ROLE and 2sv_disable events.');
    const yaml = rules.filter(({ platform }) => platform === 'cloud-audit-2').map((rule) => rule.yaml);
    expect(yaml.join('\n')).toContain('google.admin.AdminService.assignRole');
    expect(yaml.join('\n')).toContain('google.login.LoginService.2svDisable');
    expect(rules.flatMap(({ techniques }) => techniques)).toEqual(expect.arrayContaining(['T1098.003', 'T1556.006']));
  });

  it.each([
    [
      'In Microsoft 365 the actor ran New-InboxRule for the account.',
      { product: 'm365', service: 'audit' },
      'New-InboxRule',
    ],
    [
      'The actor used GitHub. Its audit log shows org.disable_two_factor_requirement.',
      { product: 'github', service: 'audit' },
      'org.disable_two_factor_requirement',
    ],
  ])('become rules on the product’s own log where no platform has it: %s', async (text, logsource, event) => {
    const { rules } = await answerTo(text);
    const own = rules.filter(({ platform }) => platform === null);
    expect(own).toHaveLength(1);
    expect(own[0]?.yaml).toContain(event);
    for (const [key, value] of Object.entries(logsource)) expect(own[0]?.yaml).toContain(`${key}: ${value}`);
  });

  it('have rules in every language, whose queries ask for the event', async () => {
    const doc = await textAdvisory('The actor used GitHub. Its audit log shows org.disable_two_factor_requirement.');
    const { rules } = generate(doc, {
      targets: ['siem_spl', 'siem_kql', 'siem_lucene', 'siem_dql', 'siem_udm', 'siem_eql'],
    });
    const queries = Object.values(rules[0]?.conversions ?? {});
    expect(queries).toHaveLength(6);
    for (const query of queries) expect(JSON.stringify(query)).toContain('org.disable_two_factor_requirement');
  });

  it('that ordinary work writes all day become none', async () => {
    const text = 'Microsoft 365 recorded MailItemsAccessed and FileAccessed by the application. GitHub has git.clone.';
    expect((await answerTo(text)).rules).toEqual([]);
  });

  it('are named for platforms that do not have their log, and speak for their technique', async () => {
    const answer = await answerTo('The actor used GitHub. Its audit log shows org.disable_two_factor_requirement.');
    expect(reasonFor(answer, 'identity-1')).toMatch(/GitHub's audit log.*org\.disable_two_factor_requirement/);
    expect(reasonFor(answer, 'endpoint-sysmon')).not.toContain('GitHub');
    expect(answer.techniques.map(({ id }) => id)).toContainEqual(expect.stringMatching(/^T1556(?:\.006)?$/));
  });
});
