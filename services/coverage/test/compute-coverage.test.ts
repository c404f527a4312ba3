import { computeCoverage, type KnownCell, type TechniqueSight } from '@tripline/coverage-service';

const REGIONS = ['eu-west-1', 'us-east-1'];
const cells = (unread: readonly string[] = []): KnownCell[] =>
  REGIONS.flatMap((region) =>
    ['guardduty', 'eventbridge', 'macie'].map((service) => ({
      service,
      region,
      isKnown: !unread.includes(`${service} ${region}`),
    })),
  );
/** Events of T1496.001 arrive in every region, those of T1098.001 (IAM) in us-east-1 alone. */
const EVERYWHERE = 'T1496.001';
const GLOBAL = 'T1098.001';

const sight = (overrides: Partial<TechniqueSight>): TechniqueSight => {
  return {
    detections: 1,
    service: 'eventbridge',
    region: 'eu-west-1',
    status: 'active',
    techniqueId: EVERYWHERE,
    confidence: 0.9,
    ...overrides,
  };
};
const coverageOf = (id: string, sights: readonly TechniqueSight[], grid = cells()) =>
  computeCoverage(sights, grid).find(({ techniqueId }) => techniqueId === id)!;

describe('coverage', () => {
  test('counts the 104 techniques of ATT&CK’s IaaS platform, uncovered without a detection', () => {
    const all = computeCoverage([], cells());
    expect(all).toHaveLength(104);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['uncovered']));
    expect(all.every(({ isUnverified }) => !isUnverified)).toBe(true);
  });

  test('is computed for more detections of one technique than a call takes arguments', () => {
    const sights = Array.from({ length: 300_000 }, (_, index) => sight({ region: REGIONS[index % 2] as string }));
    expect(coverageOf(EVERYWHERE, sights)).toMatchObject({
      status: 'covered',
      confidence: 0.9,
      detectionCount: 300_000,
    });
  });

  test('is covered when every scanned region has an active detection of confidence 0.6', () => {
    const sights = [sight({ confidence: 0.6 }), sight({ region: 'us-east-1', confidence: 0.8 })];
    expect(coverageOf(EVERYWHERE, sights)).toMatchObject({
      status: 'covered',
      confidence: 0.6,
      regionsCovered: REGIONS,
      detectionCount: 2,
      effectiveDetectionCount: 2,
    });
  });

  test.each([
    ['a weaker confidence', { confidence: 0.59 }],
    ['only a degraded detection', { status: 'degraded' as const }],
  ])('is partial with %s in one of the regions', (_what, overrides) => {
    const sights = [sight({}), sight({ region: 'us-east-1', ...overrides })];
    expect(coverageOf(EVERYWHERE, sights)).toMatchObject({ status: 'partial', regionsCovered: ['eu-west-1'] });
    expect(coverageOf(EVERYWHERE, [sight(overrides)])).toMatchObject({ status: 'partial', regionsCovered: [] });
  });

  test('is partial when one region has nothing', () => {
    expect(coverageOf(EVERYWHERE, [sight({})])).toMatchObject({ status: 'partial', confidence: 0.9 });
  });

  test('is uncovered when the only detection is disabled', () => {
    expect(coverageOf(EVERYWHERE, [sight({ status: 'disabled' })])).toMatchObject({
      status: 'uncovered',
      confidence: 0,
      detectionCount: 1,
      effectiveDetectionCount: 0,
    });
  });

  test('of a global service is needed in us-east-1 alone, and counts nowhere else', () => {
    expect(coverageOf(GLOBAL, [sight({ techniqueId: GLOBAL, region: 'us-east-1' })]).status).toBe('covered');
    expect(coverageOf(GLOBAL, [sight({ techniqueId: GLOBAL, region: 'eu-west-1' })]).status).toBe('uncovered');
  });

  test('of a global service is unverified while no scan has looked into us-east-1', () => {
    const grid = cells().filter(({ region }) => region === 'eu-west-1');
    expect(coverageOf(GLOBAL, [], grid)).toMatchObject({
      status: 'uncovered',
      isUnverified: true,
      regionsUnknown: ['us-east-1'],
    });
  });

  test('by a declared detection holds in every region', () => {
    const declared = sight({ service: null, region: null, confidence: 0.81 });
    expect(coverageOf(EVERYWHERE, [declared])).toMatchObject({ status: 'covered', regionsCovered: REGIONS });
  });
});

describe('what could not be read', () => {
  test('makes uncovered techniques unverified in its region', () => {
    expect(coverageOf(EVERYWHERE, [], cells(['eventbridge eu-west-1']))).toMatchObject({
      status: 'uncovered',
      isUnverified: true,
      regionsUnknown: ['eu-west-1'],
    });
  });

  test('leaves alone what a detection from a cell that was read covers', () => {
    const sights = [sight({ service: 'guardduty' }), sight({ region: 'us-east-1' })];
    const covered = coverageOf(EVERYWHERE, sights, cells(['eventbridge eu-west-1']));
    expect(covered).toMatchObject({ status: 'covered', isUnverified: false, regionsUnknown: [] });
  });

  test('keeps its detections counting as last seen, unverified', () => {
    const sights = [sight({}), sight({ region: 'us-east-1' })];
    const covered = coverageOf(EVERYWHERE, sights, cells(['eventbridge eu-west-1']));
    expect(covered).toMatchObject({ status: 'covered', isUnverified: true, regionsUnknown: ['eu-west-1'] });
  });

  test('does not touch techniques that the service could never show', () => {
    // Macie looks at data in S3 and knows nothing of mining.
    expect(coverageOf(EVERYWHERE, [], cells(['macie eu-west-1'])).isUnverified).toBe(false);
    expect(coverageOf('T1530', [], cells(['macie eu-west-1'])).isUnverified).toBe(true);
  });

  test('a detection whose state is unknown covers nothing and makes its techniques unverified', () => {
    expect(coverageOf(EVERYWHERE, [sight({ status: 'unknown' })])).toMatchObject({
      status: 'uncovered',
      isUnverified: true,
      regionsUnknown: ['eu-west-1'],
    });
  });
});
