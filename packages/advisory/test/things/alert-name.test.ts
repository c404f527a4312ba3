import { generate } from '@tripline/advisory';
import { DEFAULT_TARGET_IDS } from '@tripline/sigma';
import { textAdvisory } from '../support/documents.js';

async function alertRules(text: string) {
  const { rules } = generate(await textAdvisory(text));
  return rules.filter(({ log }) => /guardduty|security-alerts|crowdstrike|threat-management/.test(log ?? ''));
}

const INTRUSION = 'The intruder used stolen keys in the cloud. ';

describe('names of alerts', () => {
  it.each([
    [
      'a finding type of GuardDuty',
      'GuardDuty raised Recon:IAMUser/HeronCaller.Custom that day.',
      "type: 'Recon:IAMUser/HeronCaller.Custom'",
    ],
    [
      'a quoted alert of Sentinel',
      'Microsoft Sentinel raised the alert "Heron sign-in from two places".',
      "AlertName|contains: 'Heron sign-in from two places'",
    ],
    [
      'a quoted detection of Falcon',
      'CrowdStrike Falcon raised the detection "HeronMemoryRead".',
      "event.DetectName|contains: 'HeronMemoryRead'",
    ],
  ])('give a rule on the log of alerts: %s', async (_, told, expected) => {
    const [rule, ...more] = await alertRules(INTRUSION + told);
    expect(more).toEqual([]);
    expect(rule?.yaml).toContain(expected);
    expect(Object.keys(rule?.conversions ?? {}).sort()).toEqual([...DEFAULT_TARGET_IDS].sort());
  });

  it('are lines of a list that the text introduces, up to the next heading', async () => {
    const [rule] = await alertRules(
      `${INTRUSION}\n\nMicrosoft Defender for Endpoint alerts with the following titles can indicate it:\nHeron group activity was detected\nHeron loader was prevented\nAdvanced hunting queries\nMore text follows here.`,
    );
    expect(rule?.yaml).toContain("'Heron group activity was detected'");
    expect(rule?.yaml).toContain("'Heron loader was prevented'");
    expect(rule?.yaml).not.toContain('hunting');
  });

  it('of Microsoft 365 Defender are on the log of all of Microsoft’s products', async () => {
    const [rule] = await alertRules(`${INTRUSION}M365 Defender raised the alert "Heron sign-in from two places".`);
    expect(rule?.log).toBe('azure/security-alerts');
  });

  it('are types of Defender for Cloud', async () => {
    const [rule] = await alertRules(
      `${INTRUSION}Microsoft Defender for Cloud alerts: VM_HeronShell and K8S_HeronImage.`,
    );
    expect(rule?.yaml).toMatch(/AlertType:\n +- 'VM_HeronShell'\n +- 'K8S_HeronImage'/);
    expect(rule?.yaml).not.toContain('AlertName');
  });

  it.each([
    ['no product', 'They saw the alert "Heron sign-in from two places" on a slide.'],
    ['a threat of Defender', 'It is Trojan:Win32/Heron.A!dha.'],
    ['a link', 'See https://docs.heron-sec.net/Recon:Page/start for more.'],
    ['what a maker wrote', 'CrowdStrike reported "a sharp rise in heron attacks" in its yearly text.'],
    ['a false positive', 'Microsoft Sentinel raised the alert "Heron sign-in from two places" as a false positive.'],
    ['what readers turn off', 'In Microsoft Sentinel, disable the detection "Heron sign-in from two places".'],
    ['a variable beside the product', 'Defender for Cloud scripts of the intruder set ARM_SubscriptionId first.'],
    ['a variable of a script', 'The script has VM_HeronShell as a name.'],
  ])('are none for %s', async (_, told) => {
    expect(await alertRules(INTRUSION + told)).toEqual([]);
  });
});
