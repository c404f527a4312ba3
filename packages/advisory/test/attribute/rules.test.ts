import { generate, generateFromTechnique } from '@tripline/advisory';
import { markdownAdvisory, textAdvisory } from '../support/documents.js';

describe('the attribution of rules', () => {
  it('says who did what the text describes, and the words that say so are in its sentence', async () => {
    const doc = await textAdvisory(
      'On the Windows server the attackers ran `rundll32.exe comsvcs.dll, MiniDump 624 lsass.dmp full` to read credentials.',
    );
    const [rule] = generate(doc).rules;
    expect(rule?.attribution).toMatchObject({ who: 'intruder', whether: 'did', where: 'windows' });
    const words = rule?.attribution?.spans.map(({ start, end }) => doc.text.slice(start, end));
    expect(words).toContain('Windows');
  });

  it('is that of the describing sentence where the rule quotes no value of the text', async () => {
    const doc = await textAdvisory(
      'The victim runs Windows servers and Windows desktops. On the Windows server with Exchange the attackers installed a web shell.',
    );
    const { rules } = generate(doc);
    expect(rules.length).toBeGreaterThan(0);
    for (const { attribution } of rules) expect(attribution).toMatchObject({ who: 'intruder', whether: 'did' });
  });

  it('of a bare list of indicators is the intruder’s', async () => {
    const doc = await markdownAdvisory(
      '# Otter Moss\n\nThe attackers used several servers.\n\n## Indicators\n\n- heronfog-sync[.]com\n- larkmoss-sync[.]com\n- wrenpond-sync[.]com\n',
    );
    const { rules } = generate(doc);
    expect(rules.length).toBeGreaterThan(0);
    for (const { attribution } of rules) expect(attribution).toMatchObject({ who: 'intruder', whether: 'did' });
  });

  it('of a published query is its author’s advice', async () => {
    const doc = await markdownAdvisory(
      '# Otter Moss\n\n## Hunting\n\n```\nDeviceProcessEvents\n| where FileName =~ "mossload.exe" and ProcessCommandLine has "--otter"\n```\n',
    );
    const [rule] = generate(doc).rules;
    expect(rule?.attribution).toMatchObject({ who: 'defender', whether: 'advice' });
  });

  it('is null for rules that rest on no text', () => {
    const { rules } = generateFromTechnique('T1003.001');
    expect(rules.length).toBeGreaterThan(0);
    for (const { attribution } of rules) expect(attribution).toBeNull();
  });
});
