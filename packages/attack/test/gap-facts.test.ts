import { awsGapFacts, awsTechniques, type GapPriority, guardDutyFindings, technique } from '@tripline/attack';

const ORDER: readonly GapPriority[] = ['low', 'medium', 'high', 'critical'];
const open = (id: string) => awsGapFacts(id, { partial: false });

describe('the facts of a gap', () => {
  it('rank by groups and campaigns that used the technique in a cloud, and not by those known from endpoints', () => {
    expect(open('T1078.004')).toMatchObject({ priority: 'critical' });
    expect(open('T1078.004').reasons.join(' ')).toContain('the quarter of AWS techniques seen there most');
    expect(open('T1046')).toMatchObject({ priority: 'medium', usedInWild: false });
    // Many groups discover systems and masquerade on endpoints; none is known to have done so in a cloud.
    for (const id of ['T1082', 'T1036.010']) {
      expect(open(id)).toMatchObject({ cloudPrevalence: { groups: 0, campaigns: 0 } });
    }
    expect(open('T1036.010').priority).toBe('low');
  });

  it('go one step down where no log of AWS shows the technique, and prefer the cheaper log among equals', () => {
    expect(open('T1499.004')).toMatchObject({ priority: 'low', logCost: 'none' });
    expect(open('T1499.004').reasons.join(' ')).toContain('No log of AWS');
    expect(open('T1685').logCost).toBe('included');
    expect(new Set(awsTechniques().map(({ id }) => open(id).logCost))).toEqual(
      new Set(['included', 'charged', 'none']),
    );
  });

  it('go one step up when incidents in AWS show the technique', () => {
    const created = open('T1136.003');
    expect(created).toMatchObject({ usedInWild: true, prevalence: { groups: 2, campaigns: 0 } });
    expect(created.reasons.join(' ')).toContain('CreateUser (24 incidents)');
    expect(open('T1685.002')).toMatchObject({ usedInWild: true });
  });

  it('go one step down when the technique is covered in part, and never below low', () => {
    for (const { id } of awsTechniques()) {
      const full = open(id);
      const partial = awsGapFacts(id, { partial: true });
      expect(ORDER.indexOf(partial.priority)).toBe(Math.max(ORDER.indexOf(full.priority) - 1, 0));
      expect(partial.score).toBeLessThanOrEqual(full.score);
      expect(partial.reasons).toHaveLength(full.reasons.length + 1);
    }
  });

  it('have scores in which a more urgent priority always comes first', () => {
    const facts = awsTechniques().flatMap(({ id }) => [open(id), awsGapFacts(id, { partial: true })]);
    for (const [rank, priority] of ORDER.entries()) {
      for (const { score } of facts.filter((entry) => entry.priority === priority)) {
        expect(score).toBeGreaterThanOrEqual(rank * 100);
        expect(score).toBeLessThan((rank + 1) * 100);
      }
    }
    expect(open('T1078').score).toBe(109.007);
  });

  it('use every priority', () => {
    const used = new Set(awsTechniques().map(({ id }) => open(id).priority));
    expect(used.size).toBe(4);
  });

  it('carry the prevalence of what a technique new in ATT&CK 19 replaces', () => {
    expect(open('T1685').prevalence).toEqual(technique('T1685')?.prevalence);
    expect(open('T1685').prevalence.campaigns).toBeGreaterThan(0);
    expect(open('T1687').prevalence).toEqual(technique('T1211')?.prevalence);
    expect(open('T1687').reasons[0]).toContain('T1211');
  });

  it('name AWS log sources only', () => {
    expect(open('T1530').logSources).toEqual(['AWS:CloudTrail', 'AWS:VPCFlowLogs']);
    for (const { id } of awsTechniques()) {
      for (const source of open(id).logSources) expect(source).toMatch(/^AWS:/);
    }
  });

  it('read as sentences with their figures', () => {
    for (const { id } of awsTechniques()) {
      for (const reason of open(id).reasons) expect(reason).toMatch(/^[A-Z].*\.$/);
    }
    expect(open('T1685.002').reasons[0]).toBe('ATT&CK records it for 1 group, 0 campaigns, 1 piece of software.');
  });

  it('suggest finding types with their feature, events with the region of a global service, and filters for reading', () => {
    expect(open('T1046').suggestedDetections.join()).toContain('GuardDuty: Impact:EC2/PortSweep, Recon:EC2/Portscan');
    const created = open('T1136').suggestedDetections;
    expect(
      created.find((entry) => entry.startsWith('EventBridge rule in us-east-1 on iam.amazonaws.com CreateUser')),
    ).toBeDefined();
    const stored = open('T1530').suggestedDetections;
    expect(stored.find((entry) => entry.startsWith('GuardDuty with S3_DATA_EVENTS: '))).toContain('Exfiltration:S3/');
    expect(stored.find((entry) => entry.startsWith('CloudTrail data events'))).toContain('s3.amazonaws.com GetObject');
    const listed = open('T1580').suggestedDetections;
    expect(listed.find((entry) => entry.startsWith('EventBridge'))).toBeUndefined();
    expect(listed.find((entry) => entry.startsWith('CloudWatch metric filter'))).toBeDefined();
  });

  it('suggest only finding types that exist', () => {
    const types = new Set(guardDutyFindings().map(({ type }) => type));
    for (const { id } of awsTechniques()) {
      const { suggestedDetections } = open(id);
      expect(suggestedDetections.length).toBeLessThanOrEqual(7);
      for (const suggestion of suggestedDetections.filter((entry) => entry.startsWith('GuardDuty'))) {
        const listed = suggestion.slice(suggestion.indexOf(': ') + 2).replace(/ and \d+ more$/, '');
        for (const type of listed.split(', ')) expect(types).toContain(type);
      }
    }
  });

  it('of an unknown technique are empty but legal', () => {
    expect(open('T9999')).toMatchObject({
      priority: 'low',
      usedInWild: false,
      logSources: [],
      suggestedDetections: [],
      prevalence: { groups: 0, software: 0, campaigns: 0 },
    });
  });
});
