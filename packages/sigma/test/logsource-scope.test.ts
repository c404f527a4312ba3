import { readdirSync, readFileSync } from 'node:fs';
import {
  type Conversion,
  convert,
  type Logsource,
  listStacks,
  parsePipeline,
  parseSigma,
  TARGET_IDS,
  type TargetId,
} from '@tripline/sigma';

const data = new URL('../data/', import.meta.url);

function logsourcesIn(path: string): readonly Logsource[] {
  const { logsources = [] } = JSON.parse(readFileSync(new URL(path, data), 'utf8')) as {
    readonly logsources?: readonly Logsource[];
  };
  return logsources;
}

/** Every log source that the taxonomy or a map names, once. */
function knownLogsources(): readonly Logsource[] {
  const maps = ['spl', 'kql', 'ecs', 'opensearch', 'udm'].flatMap((family) =>
    readdirSync(new URL(`maps/${family}/`, data))
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => logsourcesIn(`maps/${family}/${name}`)),
  );
  return [
    ...new Map([...logsourcesIn('taxonomy/logsources.json'), ...maps].map((each) => [nameOf(each), each])).values(),
  ];
}

/** Beside a service the category `application` tells nothing: `kubernetes/application/audit` is the log `kubernetes/audit`. */
function nameOf({ product, category, service }: Logsource): string {
  return [product, service !== undefined && category === 'application' ? undefined : category, service]
    .filter((part) => part !== undefined)
    .join('/')
    .toLowerCase();
}

/** One field that stands for itself in every log source, so that two queries differ only where their scopes do. */
const probe = parsePipeline(
  'name: probe\npriority: 1\ntransformations:\n  - type: field_name_mapping\n    mapping:\n      probe: probe\n',
);

function probed(
  { product, category, service }: Logsource,
  target: TargetId,
  stack?: string,
): Extract<Conversion<TargetId>, { ok: true }> {
  const rule = {
    title: 'Probe',
    logsource: { product, category, service },
    detection: { sel: { probe: 'value' }, condition: 'sel' },
  };
  const collection = parseSigma(JSON.stringify(rule));
  const [document] = collection.documents;
  if (document === undefined || document.kind === 'filter') throw new Error(collection.errors[0]?.message);
  const conversion = convert(document, collection, target, {
    pipelines: [probe],
    ...(stack === undefined ? {} : { stack }),
  });
  if (!conversion.ok) throw conversion.error;
  return conversion;
}

function isNoted({ notes }: Extract<Conversion<TargetId>, { ok: true }>): boolean {
  return notes.some(({ code }) => code === 'shared_scope' || code === 'unmapped_logsource');
}

describe.each(TARGET_IDS)('log sources in %s', (target) => {
  // EQL is read from the same data as Lucene.
  const stacks = listStacks(target === 'siem_eql' ? 'siem_lucene' : target).map(({ id }) => id);

  it.each(stacks)('never have the same scope as another one without a note in the stack %s', (stack) => {
    const unnoted = new Map<string, string[]>();
    for (const logsource of knownLogsources()) {
      const conversion = probed(logsource, target, stack);
      if (isNoted(conversion)) continue;
      // A YARA-L rule has the log source in its head; the events are the query.
      const scope = conversion.queries.join('\n').replace(/^[\s\S]*?\n\s*events:/, 'events:');
      const same = unnoted.get(scope);
      if (same === undefined) unnoted.set(scope, [nameOf(logsource)]);
      else same.push(nameOf(logsource));
    }
    expect([...unnoted.values()].filter((names) => names.length > 1)).toEqual([]);
  });

  it('are named in a note where no map has them and a wider one takes their place', () => {
    const { notes } = probed({ product: 'windows', service: 'a-log-of-our-own' }, target);
    const named = notes.filter(
      ({ code, message }) => code === 'shared_scope' && message.includes('windows/a-log-of-our-own'),
    );
    expect(named).toHaveLength(1);
  });
});

/** CQL and XQL are written for the events of a sensor on hosts. */
const isHeld = (target: TargetId, { category }: Logsource): boolean =>
  (target !== 'siem_cql' && target !== 'siem_xql') || category === 'process_creation';

describe('scopes that tell a log source from the others', () => {
  it.each(
    TARGET_IDS.flatMap((target) =>
      [
        { product: 'windows', category: 'process_creation' },
        { product: 'windows', service: 'security' },
        { product: 'aws', service: 'cloudtrail' },
        { product: 'okta', service: 'okta' },
        { product: 'kubernetes', service: 'audit' },
        { product: 'kubernetes', category: 'application', service: 'audit' },
      ]
        .filter((logsource) => isHeld(target, logsource))
        .map((logsource) => [target, logsource] as const),
    ),
  )('are written without a note: %s, %j', (target, logsource) => {
    expect(isNoted(probed(logsource, target))).toBe(false);
  });
});
