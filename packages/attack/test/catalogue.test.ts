import {
  attackCopyright,
  attackVersion,
  currentId,
  tactic,
  tactics,
  tacticTag,
  technique,
  techniques,
  techniquesByName,
  techniquesOfPlatform,
  techniqueTag,
} from '@tripline/attack';

describe('the ATT&CK catalogue', () => {
  it('is version 19 and carries its copyright line', () => {
    expect(attackVersion()).toBe('19.0');
    expect(attackCopyright()).toContain('The MITRE Corporation');
  });

  it('holds only techniques whose tactics and parents it also holds', () => {
    expect(techniques().length).toBe(697);
    for (const entry of techniques()) {
      expect(entry.id).toMatch(/^T\d{4}(?:\.\d{3})?$/);
      expect(entry.tactics.length).toBeGreaterThan(0);
      for (const shortName of entry.tactics) expect(tactic(shortName)?.shortName).toBe(shortName);
      if (entry.parent !== undefined) expect(technique(entry.parent)?.id).toBe(entry.parent);
    }
  });

  it('finds a technique by id in any letter case', () => {
    expect(technique('t1059.001')).toMatchObject({ id: 'T1059.001', name: 'PowerShell', parent: 'T1059' });
    expect(technique('T1562.001')).toBeUndefined();
    expect(technique('__proto__')).toBeUndefined();
  });

  it('finds techniques by name in any letter case', () => {
    expect(techniquesByName('os credential dumping').map(({ id }) => id)).toEqual(['T1003']);
    expect(techniquesByName('no such thing')).toEqual([]);
  });

  it('lists the 104 techniques of IaaS', () => {
    expect(techniquesOfPlatform('IaaS')).toHaveLength(104);
    expect(techniquesOfPlatform('iaas')).toEqual([]);
  });

  it('names the tactics of version 19, with Defense Evasion split', () => {
    expect(tactics()).toHaveLength(15);
    expect(tactic('ta0005')?.shortName).toBe('stealth');
    expect(tactic('defense-impairment')?.id).toBe('TA0112');
    expect(tactic('defense-evasion')).toBeUndefined();
    expect(tacticTag('stealth')).toBe('attack.stealth');
    expect(techniqueTag('T1059.001')).toBe('attack.t1059.001');
  });
});

describe('the crosswalk', () => {
  it('leaves current ids alone and maps retired ones to their successors', () => {
    expect(currentId('t1059.001')).toBe('T1059.001');
    expect(currentId('T1562.001')).toBe('T1685');
    expect(currentId('T1070.001')).toBe('T1685.005');
    expect(currentId('T1086')).toBe('T1059.001');
  });

  it('answers undefined for ids that never were', () => {
    for (const id of ['T9999', 'T1562.099', 'T1059.', '', 'constructor']) expect(currentId(id)).toBeUndefined();
  });
});
