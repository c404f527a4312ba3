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
    ['of Defender', 'Microsoft Defender wrote event ID 5001 when the attacker disabled it.', 'EventID: 5001'],
    ['in numbers', 'More than 30 events 4625 within five minutes were seen from the attacker.', 'gte: 30'],
  ])('are drafted %s', async (_, told, expected) => {
    expect(await yamlOf(INTRUSION + told)).toContain(expected);
  });

  it('have the values beside them in no second rule', async () => {
    const yaml = await yamlOf(`${INTRUSION}Event 4624 with logon type 3 came from the workstation name DESKTOP-K4R2.`);
    expect(yaml.split('DESKTOP-K4R2').length - 1).toBeGreaterThan(0);
    expect(yaml.match(/WorkstationName:/g)).toHaveLength(1);
  });

  it.each([
    ['a year', 'At the event 2024 in May the intruder spoke of it.'],
    ['an everyday event without a value', 'Event 4624 was seen on the host of the intruder.'],
    ['a number of events', 'There were 4720 events that day by the intruder.'],
    [
      'a service that tickets are asked for',
      'Kerberos tickets for the service named SvcHeronSql were requested by the intruder.',
    ],
  ])('are not drafted for %s', async (_, told) => {
    expect(await yamlOf(INTRUSION + told)).not.toMatch(/EventID: (2024|4624|4720|4697)/);
  });

  it('are not drafted from advice', async () => {
    const yaml = await yamlOf(`${INTRUSION}\n\nRecommendations\n\nMonitor event 4769 with the service name svc_heron.`);
    expect(yaml).not.toContain('svc_heron');
  });
});
