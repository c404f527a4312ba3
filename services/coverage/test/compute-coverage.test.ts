import { computeCoverage, factsOf, type KnownCell, type TechniqueSight } from '@tripline/coverage-service';
import fc from 'fast-check';

const AWS = factsOf('aws');
const REGIONS = ['eu-west-1', 'us-east-1'];
const cells = (unread: readonly string[] = []): KnownCell[] =>
  REGIONS.flatMap((region) =>
    ['guardduty', 'eventbridge', 'macie'].map((service) => ({
      service,
      scope: region,
      isKnown: !unread.includes(`${service} ${region}`),
      readAt: new Date('2026-01-02T03:04:05.678Z'),
    })),
  );
/** Events of T1496.001 arrive in every region, those of T1098.001 (IAM) in us-east-1 alone. */
const EVERYWHERE = 'T1496.001';
const GLOBAL = 'T1098.001';

const sight = (overrides: Partial<TechniqueSight>): TechniqueSight => ({
  detections: 1,
  claiming: 0,
  service: 'eventbridge',
  scope: 'eu-west-1',
  sees: null,
  status: 'active',
  statusReason: null,
  techniqueId: EVERYWHERE,
  confidence: 0.9,
  covering: overrides.confidence ?? 0.9,
  ...overrides,
});
const coverageOf = (id: string, sights: readonly TechniqueSight[], grid = cells()) =>
  computeCoverage(AWS, sights, grid).find(({ techniqueId }) => techniqueId === id)!;

describe('coverage', () => {
  test('counts the 104 techniques of ATT&CK’s IaaS platform, uncovered without a detection', () => {
    const all = computeCoverage(AWS, [], cells());
    expect(all).toHaveLength(104);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['uncovered']));
    expect(all.every(({ isUnverified }) => !isUnverified)).toBe(true);
  });

  test('is computed for more detections of one technique than a call takes arguments', () => {
    const sights = Array.from({ length: 300_000 }, (_, index) => sight({ scope: REGIONS[index % 2] as string }));
    expect(coverageOf(EVERYWHERE, sights)).toMatchObject({
      status: 'covered',
      confidence: 0.9,
      detectionCount: 300_000,
    });
  });

  test('is covered when every scanned region has an active detection that covers by itself', () => {
    const sights = [sight({ confidence: 0.6 }), sight({ scope: 'us-east-1', confidence: 0.8 })];
    expect(coverageOf(EVERYWHERE, sights)).toMatchObject({
      status: 'covered',
      confidence: 0.6,
      scopesCovered: REGIONS,
      detectionCount: 2,
      effectiveDetectionCount: 2,
    });
  });

  test.each([
    ['one that only supports', { confidence: 0.81, covering: 0 }],
    ['only a degraded detection', { status: 'degraded' as const }],
  ])('is partial with %s in one of the regions', (_what, overrides) => {
    const sights = [sight({}), sight({ scope: 'us-east-1', ...overrides })];
    expect(coverageOf(EVERYWHERE, sights)).toMatchObject({ status: 'partial', scopesCovered: ['eu-west-1'] });
    expect(coverageOf(EVERYWHERE, [sight(overrides)])).toMatchObject({ status: 'partial', scopesCovered: [] });
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
    expect(coverageOf(GLOBAL, [sight({ techniqueId: GLOBAL, scope: 'us-east-1' })]).status).toBe('covered');
    expect(coverageOf(GLOBAL, [sight({ techniqueId: GLOBAL, scope: 'eu-west-1' })]).status).toBe('uncovered');
  });

  test('of a global service is unverified while no scan has looked into us-east-1', () => {
    const grid = cells().filter(({ scope }) => scope === 'eu-west-1');
    expect(coverageOf(GLOBAL, [], grid)).toMatchObject({
      status: 'uncovered',
      isUnverified: true,
      scopesUnknown: ['us-east-1'],
    });
  });

  test('by a declared detection holds in every region', () => {
    const declared = sight({ service: null, scope: null, confidence: 0.81 });
    expect(coverageOf(EVERYWHERE, [declared])).toMatchObject({ status: 'covered', scopesCovered: REGIONS });
  });
});

describe('what a detection sees', () => {
  test('is every region of the account where its events come from all of them', () => {
    const everywhere = sight({ sees: ['*'] });
    expect(coverageOf(EVERYWHERE, [everywhere])).toMatchObject({
      status: 'covered',
      scopesCovered: REGIONS,
      reasons: [],
    });
    expect(coverageOf(GLOBAL, [{ ...everywhere, techniqueId: GLOBAL }]).status).toBe('covered');
  });

  test('may be a set of regions that its own is not one of', () => {
    const elsewhere = sight({ sees: ['us-east-1'] });
    expect(coverageOf(EVERYWHERE, [elsewhere])).toMatchObject({ status: 'partial', scopesCovered: ['us-east-1'] });
  });
});

describe('the reasons of a technique that is not covered', () => {
  test('name the regions without anything, what only supports, and what cannot fire', () => {
    const one = coverageOf(EVERYWHERE, [
      sight({ covering: 0 }),
      sight({ scope: 'us-east-1', status: 'disabled', statusReason: 'trail_stopped' }),
    ]);
    expect(one).toMatchObject({ status: 'partial', scopesPartial: ['eu-west-1'] });
    expect(one.reasons).toEqual([
      'No detection that can fire sees us-east-1.',
      'No active detection covers it by itself in eu-west-1; what is there only supports.',
      'A detection cannot fire: trail_stopped (us-east-1).',
    ]);
  });

  test('name checks that ask for a detection and fail', () => {
    const failed = REGIONS.map((scope) => ({ techniqueId: EVERYWHERE, name: 'CloudWatch.1: root', scope }));
    const [one] = computeCoverage(AWS, [], cells(), failed).filter(({ techniqueId }) => techniqueId === EVERYWHERE);
    expect(one?.reasons).toEqual([
      'A check that asks for a detection fails in eu-west-1, us-east-1: CloudWatch.1: root.',
    ]);
  });
});

test('coverage is the same however regions, cells and detections are ordered', () => {
  const ids = [EVERYWHERE, GLOBAL, 'T1685.002', 'T1530'];
  const anySight = fc.record({
    service: fc.constantFrom('eventbridge', 'guardduty', null),
    scope: fc.constantFrom(...REGIONS),
    sees: fc.constantFrom(null, ['*'], ['us-east-1']),
    status: fc.constantFrom('active' as const, 'degraded' as const, 'disabled' as const, 'unknown' as const),
    techniqueId: fc.constantFrom(...ids),
    covering: fc.constantFrom(0, 0.6, 0.9),
  });
  const shuffled = fc
    .array(anySight, { maxLength: 12 })
    .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
  const grids = fc
    .constantFrom(cells(), cells(['eventbridge eu-west-1']))
    .chain((grid) => fc.tuple(fc.constant(grid), fc.shuffledSubarray(grid, { minLength: grid.length })));
  fc.assert(
    fc.property(shuffled, grids, ([list, other], [grid, mixed]) => {
      const given = list.map(sight);
      expect(computeCoverage(AWS, other.map(sight), mixed)).toEqual(computeCoverage(AWS, given, grid));
    }),
  );
});

describe('what could not be read', () => {
  test('makes uncovered techniques unverified in its region', () => {
    expect(coverageOf(EVERYWHERE, [], cells(['eventbridge eu-west-1']))).toMatchObject({
      status: 'uncovered',
      isUnverified: true,
      scopesUnknown: ['eu-west-1'],
    });
  });

  test('leaves alone what a detection from a cell that was read covers', () => {
    const sights = [sight({ service: 'guardduty' }), sight({ scope: 'us-east-1' })];
    const covered = coverageOf(EVERYWHERE, sights, cells(['eventbridge eu-west-1']));
    expect(covered).toMatchObject({ status: 'covered', isUnverified: false, scopesUnknown: [] });
  });

  test('keeps its detections counting as last seen, unverified', () => {
    const sights = [sight({}), sight({ scope: 'us-east-1' })];
    const covered = coverageOf(EVERYWHERE, sights, cells(['eventbridge eu-west-1']));
    expect(covered).toMatchObject({ status: 'covered', isUnverified: true, scopesUnknown: ['eu-west-1'] });
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
      scopesUnknown: ['eu-west-1'],
    });
  });
});
