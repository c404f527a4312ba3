import { generate } from '@tripline/advisory';
import { textAdvisory } from '../support/documents.js';

async function yamlOf(text: string): Promise<string> {
  const { rules } = generate(await textAdvisory(text));
  return rules.map(({ yaml }) => yaml).join('\n');
}

const INTRUSION = 'The intruder moved through the Windows domain with stolen accounts. ';

describe('events of Windows in prose', () => {
  it.each([
    [
      'without the word ID',
      'Event 4624 with logon type 3 came from the workstation name DESKTOP-K4R2.',
      "WorkstationName: 'DESKTOP-K4R2'",
    ],
    ['found by investigators', 'We found event ID 4769 with the service name svc_heron.', "ServiceName: 'svc_heron'"],
    ['with a service behind it', 'Event ID 7045 recorded the service "HeronUpdSvc".', "ServiceName: 'HeronUpdSvc'"],
    ['that investigators found', 'Investigators found event 1102 on the domain controller.', 'EventID: 1102'],
    ['of Defender', 'Microsoft Defender wrote event ID 5001 when the attacker disabled it.', 'EventID: 5001'],
    ['in numbers', 'More than 30 events 4625 within five minutes were seen from the attacker.', 'gte: 30'],
  ])('are drafted %s', async (_, told, expected) => {
    expect(await yamlOf(INTRUSION + told)).toContain(expected);
  });

  it('are titled by no kind of event where they are of several', async () => {
    const { rules } = generate(
      await textAdvisory(`${INTRUSION}The attacker caused event ID 4740. Later event ID 4720 was seen on the server.`),
    );
    const [rule] = rules.filter(({ yaml }) => yaml.includes('4740'));
    expect(rule?.title).toBe('Event Of An Id - 4740 and 4720');
  });

  it.each([
    [
      'the caller of a lockout',
      'Event ID 4740 locked out the account name svc_heron2 from workstation name DESKTOP-K4R2.',
    ],
    [
      'the account of special rights',
      'Event ID 4672 was of the account name svc_heron2, on workstation name DESKTOP-K4R2.',
    ],
  ])('have no value in a field that they do not have: %s', async (_, told) => {
    const yaml = await yamlOf(INTRUSION + told);
    expect(yaml).not.toContain('WorkstationName');
    expect(yaml.includes('TargetUserName')).toBe(told.includes('4740'));
  });

  it('are read in a time that the number of known logs does not multiply', async () => {
    const doc = await textAdvisory(`The intruder caused event IDs 1${', 4720, 4624'.repeat(6000)}`);
    const start = process.cpuUsage();
    generate(doc, { targets: [] });
    const { user } = process.cpuUsage(start);
    expect(user).toBeLessThan(4_000_000);
  });

  it('have the values beside them in no second rule', async () => {
    const yaml = await yamlOf(`${INTRUSION}Event 4624 with logon type 3 came from the workstation name DESKTOP-K4R2.`);
    expect(yaml.split('DESKTOP-K4R2').length - 1).toBeGreaterThan(0);
    expect(yaml.match(/WorkstationName:/g)).toHaveLength(1);
  });

  it.each([
    ['a year', 'At the event 2024 in May the intruder spoke of it.'],
    ['an everyday event without a value', 'Event 4624 was seen on the host of the intruder.'],
    ['an event that the authors made themselves', 'In our lab we generated event 1102.'],
    ['a number of events', 'There were 4720 events that day by the intruder.'],
    [
      'a service that tickets are asked for',
      'Kerberos tickets for the service named SvcHeronSql were requested by the intruder.',
    ],
  ])('are not drafted for %s', async (_, told) => {
    expect(await yamlOf(INTRUSION + told)).not.toMatch(/EventID: (1102|2024|4624|4720|4697)/);
  });

  it('are not drafted from advice', async () => {
    const yaml = await yamlOf(`${INTRUSION}\n\nRecommendations\n\nMonitor event 4769 with the service name svc_heron.`);
    expect(yaml).not.toContain('svc_heron');
  });
});
