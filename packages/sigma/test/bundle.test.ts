import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { templateFaults } from '@tripline/aws-sample/cloudformation-faults';
import {
  type Bundle,
  type BundleItem,
  bundle,
  DEPLOY_FORMATS,
  type DeployFormat,
  parseSigma,
  type SigmaRule,
  stringifySigma,
} from '@tripline/sigma';
import fc from 'fast-check';
import { load, loadAll } from 'js-yaml';
import { itemsOf, LISTED, LOGON, SHELL, USER, unpacked } from './support/bundle-items.js';
import { parseConf } from './support/conf-parser.js';
import { pathWithCurl } from './support/curl.js';
import {
  ARM_TEMPLATE,
  CORTEX_REQUEST,
  faultsOf,
  KIBANA_RULE,
  LOGSCALE_SEARCH,
  MONITOR,
  SENTINEL_TEMPLATE,
} from './support/product-shapes.js';
import { readTerraform } from './support/terraform.js';
import { yaralFaults } from './support/yaral-checker.js';

const WORDS = [SHELL, USER, LISTED, LOGON];

/** Rules among them that can have a form, where not all can: AWS has its own log only, Falcon and Cortex no names of accounts to count by. */
const WRITTEN_OF_WORDS: Readonly<Partial<Record<DeployFormat, number>>> = {
  'opensearch-sigma': 3,
  eventbridge: 2,
  'metric-filter': 2,
  'logscale-search': 3,
  'cortex-rule': 3,
};

/** Titles that somebody wrote to get out of a file, a stanza, a script or a cell. */
const HOSTILE = [
  '../../etc/passwd',
  '..\\..\\windows\\system32',
  '/absolute/path',
  '.',
  '..',
  'default',
  'a]\n[default]\nsearch = *',
  'quote \' " ` $(touch /tmp/owned) ; rm -rf /',
  '=cmd|"/c calc"!A1',
  "[concat(parameters('workspace'))]",
  '攻撃の検出',
  'другое',
  '\u202egnp.exe',
  `${'long '.repeat(60)}one`,
  `${'long '.repeat(60)}two`,
  'CON',
  '-rf',
  'trailing backslash \\',
  '`macro`',
  'Same title',
  'same  TITLE',
];

const titled = (titles: readonly string[], text = USER): readonly BundleItem[] =>
  titles.flatMap((title, at) => {
    const id = `${String(at).padStart(8, '0')}-2222-4333-8444-555555555555`;
    return itemsOf(stringifySigma({ ...(load(text) as object), title, id, description: `Says ${title}` }));
  });

const textOf = ({ files }: Bundle, name: string): string => {
  const file = files.find((each) => each.name === name);
  if (file === undefined) throw new Error(`there is no ${name}, but ${files.map((each) => each.name).join(', ')}`);
  return Buffer.from(file.bytes).toString();
};

/** Takes a bundle in as its product does. Gives what is wrong, and how many rules the product then has. */
const IMPORTS: Readonly<Record<DeployFormat, (made: Bundle) => { faults: readonly unknown[]; rules: number }>> = {
  savedsearches({ files }) {
    expect(files.map(({ name }) => name)).toEqual(['tripline_rules.tgz']);
    const app = unpacked(files[0]?.bytes as Uint8Array);
    expect(Object.keys(app).sort()).toEqual(
      ['default/app.conf', 'default/macros.conf', 'default/savedsearches.conf', 'metadata/default.meta'].map(
        (name) => `tripline_rules/${name}`,
      ),
    );
    const conf = (name: string) => parseConf(app[`tripline_rules/${name}`] as string);
    expect(conf('default/app.conf').get('package')?.get('id')).toBe('tripline_rules');
    expect(conf('metadata/default.meta').get('')?.get('export')).toBe('system');
    const macros = conf('default/macros.conf');
    const searches = conf('default/savedsearches.conf');
    const used = new Set<string>();
    const faults = [...searches].flatMap(([name, settings]) => {
      for (const [, macro] of (settings.get('search') ?? '').matchAll(/`(sigma_index_\w+)`/g))
        used.add(macro as string);
      return [
        [name, /^default$/i.test(name), name.length > 100],
        [settings.get('disabled') !== '1', !/^`sigma_index_\w+`/.test(settings.get('search') ?? '')],
        [!/^\{.*"detection_version":"[0-9a-f]{12}"/.test(settings.get('action.correlationsearch.metadata') ?? '')],
        [settings.get('action.correlationsearch.annotations') === '{"mitre_attack":[]}'],
      ].map((group) => group.filter((fault) => fault === true).length > 0 && name);
    });
    expect([...used].sort()).toEqual([...macros.keys()].sort());
    for (const settings of macros.values()) expect(settings.get('definition')).toBe('index="*"');
    return { faults: faults.filter((fault) => fault !== false), rules: searches.size };
  },
  'sentinel-arm'({ files }) {
    const templates = files.map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()));
    const resources = templates.flatMap((template) => template.resources as { readonly name: string }[]);
    expect(new Set(resources.map(({ name }) => name)).size).toBe(resources.length);
    return { faults: templates.flatMap((template) => faultsOf(template, ARM_TEMPLATE)), rules: resources.length };
  },
  'sentinel-repository'({ files }) {
    const all = files.map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()));
    // Sentinel gives each template the workspace's name, and only that.
    for (const { parameters, resources } of all) {
      expect(Object.keys(parameters)).toEqual(['workspace']);
      expect(resources).toHaveLength(1);
    }
    return { faults: all.flatMap((template) => faultsOf(template, ARM_TEMPLATE)), rules: all.length };
  },
  'sentinel-yaml'({ files }) {
    const all = files.map(({ bytes }) => load(Buffer.from(bytes).toString()) as { readonly id: string });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    return { faults: all.flatMap((rule) => faultsOf(rule, SENTINEL_TEMPLATE)), rules: all.length };
  },
  'splunk-terraform': terraform,
  'sentinel-terraform': terraform,
  'kibana-terraform': terraform,
  'kibana-ndjson': (made) => kibanaLines(made, 'tripline-kibana.ndjson'),
  'kibana-lucene': (made) => kibanaLines(made, 'tripline-kibana-lucene.ndjson'),
  'kibana-esql': (made) => kibanaLines(made, 'tripline-kibana-esql.ndjson'),
  'opensearch-sigma'(made) {
    const script = textOf(made, 'import.sh');
    execFileSync('sh', ['-n'], { input: script });
    const rules = made.files.filter(({ name }) => name.endsWith('.yml'));
    const sent = [...script.matchAll(/^send '(.+)' '([a-z_0-9]+)'$/gm)].map(([, name]) => name);
    expect(sent).toEqual(rules.map(({ name }) => name));
    const faults = rules.flatMap(({ bytes }) => parseSigma(Buffer.from(bytes).toString()).errors);
    return { faults, rules: rules.length };
  },
  'opensearch-monitor'(made) {
    const script = textOf(made, 'import.sh');
    execFileSync('sh', ['-n'], { input: script });
    const monitors = made.files.filter(({ name }) => name.endsWith('.json'));
    expect(script.match(/^send .*$/gm)).toEqual(monitors.map(({ name }) => `send '${name}'`));
    const faults = monitors.flatMap(({ bytes }) => faultsOf(JSON.parse(Buffer.from(bytes).toString()), MONITOR));
    return { faults, rules: monitors.length };
  },
  yaral({ files }) {
    const texts = files.map(({ bytes }) => Buffer.from(bytes).toString());
    const names = texts.flatMap((text) => [...text.matchAll(/^rule (\w+) \{/gm)].map(([, name]) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(texts.every((text) => /^ {4}version = "[0-9a-f]{12}"$/m.test(text))).toBe(true);
    return { faults: texts.flatMap((text) => yaralFaults(text)), rules: texts.length };
  },
  'logscale-search'({ files }) {
    const all = files.map(({ bytes }) => load(Buffer.from(bytes).toString()) as { readonly name: string });
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    return { faults: all.flatMap((search) => faultsOf(search, LOGSCALE_SEARCH)), rules: all.length };
  },
  'cortex-rule'(made) {
    const request = JSON.parse(textOf(made, 'tripline-cortex.json'));
    const names = request.request_data.map(({ name }: { readonly name: string }) => name);
    expect(new Set(names).size).toBe(names.length);
    return { faults: faultsOf(request, CORTEX_REQUEST), rules: names.length };
  },
  eventbridge: (made) => cloudFormation(made, 'tripline-eventbridge.json', 'AWS::Events::Rule'),
  'metric-filter': (made) => cloudFormation(made, 'tripline-metric-filters.json', 'AWS::Logs::MetricFilter'),
};

function terraform({ files }: Bundle) {
  expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/^tripline-\w+-terraform\.tf\.json$/)]);
  const { faults, rules } = readTerraform(Buffer.from(files[0]?.bytes ?? []).toString());
  return { faults, rules: rules.length };
}

function kibanaLines(made: Bundle, file: string) {
  const lines = textOf(made, file)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(new Set(lines.map(({ rule_id }) => rule_id)).size).toBe(lines.length);
  return { faults: lines.flatMap((rule) => faultsOf(rule, KIBANA_RULE)), rules: lines.length };
}

function cloudFormation(made: Bundle, file: string, type: string) {
  const template = JSON.parse(textOf(made, file));
  const resources: readonly { readonly Type: string; readonly Properties: Record<string, string> }[] = Object.values(
    template.Resources,
  );
  const rules = resources.filter(({ Type }) => Type === type);
  const names = rules.map(({ Properties }) => Properties['Name'] ?? Properties['FilterName'] ?? '');
  expect(new Set(names).size).toBe(names.length);
  const misnamed = names.filter((name) => !/^[\w.-]{1,64}$/.test(name));
  const long = rules.filter(({ Properties }) => (Properties['Description'] ?? '').length > 512);
  return { faults: [...templateFaults(template), ...misnamed, ...long], rules: rules.length };
}

describe.each(DEPLOY_FORMATS)('a bundle for %s', (format) => {
  const written = ({ outcomes }: Bundle) => outcomes.filter(({ ok }) => ok).length;

  it('is taken in whole by what the product reads, and names a reason for every other rule', () => {
    const items = itemsOf(...WORDS);
    const made = bundle(format, items);
    expect(made.outcomes).toHaveLength(items.length);
    expect(written(made)).toBe(WRITTEN_OF_WORDS[format] ?? items.length);
    expect(IMPORTS[format](made)).toEqual({ faults: [], rules: written(made) });
    for (const outcome of made.outcomes) {
      if (!outcome.ok) expect(outcome.error.message.length).toBeGreaterThan(20);
      else expect(made.files.map(({ name }) => name)).toContain(outcome.file);
    }
  });

  it('is the same bytes again, also from the rules in another order', () => {
    const items = [...itemsOf(...WORDS), ...titled(HOSTILE)];
    const files = bundle(format, items).files;
    expect(bundle(format, items).files).toEqual(files);
    expect(bundle(format, [...items].reverse()).files).toEqual(files);
  });

  it('holds every rule of a hostile title, each in a file inside the bundle', () => {
    const made = bundle(format, titled(HOSTILE));
    expect(written(made)).toBe(HOSTILE.length);
    expect(IMPORTS[format](made)).toEqual({ faults: [], rules: HOSTILE.length });
    for (const { name } of made.files) expect(name).toMatch(/^[a-z][a-z0-9_-]*(?:\.tf)?\.[a-z]+$/);
  });

  it('tells rules of one id or one title apart, and says so', () => {
    const twins = itemsOf(USER, USER, USER.replace('CreateUser', 'DeleteUser'), USER.replace('User created', 'Other'));
    const made = bundle(format, twins);
    expect(IMPORTS[format](made)).toEqual({ faults: [], rules: 4 });
    const remarks = made.outcomes.map((outcome) => (outcome.ok ? (outcome.remark ?? '') : outcome.error.message));
    expect(remarks.filter((remark) => remark.includes('has the id 11111111-2222'))).toHaveLength(3);
    expect(remarks.filter((remark) => remark.includes('has the same title'))).toHaveLength(3);
  });

  it('has no file where no rule can have the form', () => {
    expect(bundle(format, []).files).toEqual([]);
  });

  it('gives names that are unique and stay in the folder, whatever titles and ids are', () => {
    const title = fc.oneof(fc.string({ minLength: 1, maxLength: 80, unit: 'binary' }), fc.constantFrom(...HOSTILE));
    const id = fc.oneof(fc.constant(undefined), fc.uuid(), fc.constantFrom('11111111-2222-4333-8444-555555555555'));
    const collection = parseSigma(USER);
    const rule = collection.documents[0] as SigmaRule;
    fc.assert(
      fc.property(fc.array(fc.record({ title, id }), { minLength: 1, maxLength: 6 }), (headers) => {
        const { id: _, ...nameless } = rule;
        const items = headers.map(({ title, id }) => ({
          document: { ...nameless, title, ...(id === undefined ? {} : { id }) },
          collection,
        }));
        const { files, outcomes } = bundle(format, items);
        expect(outcomes.every(({ ok }) => ok)).toBe(true);
        expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
        for (const { name } of files) expect(name).toMatch(/^[a-z0-9][a-z0-9_-]{0,100}(?:\.tf)?\.[a-z]+$/);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a Splunk app', () => {
  it('says where the events of each log source are once, in a macro', () => {
    const made = bundle('savedsearches', itemsOf(SHELL, SHELL.replace('Encoded', 'Other'), LOGON), {
      conversion: () => ({ index: 'main' }),
    });
    const app = unpacked(made.files[0]?.bytes as Uint8Array);
    const macros = parseConf(app['tripline_rules/default/macros.conf'] as string);
    expect([...macros].map(([name, settings]) => [name, settings.get('definition')])).toEqual([
      ['sigma_index_windows_process_creation', 'index="main"'],
      ['sigma_index_windows_security', 'index="main"'],
    ]);
    const search = parseConf(app['tripline_rules/default/savedsearches.conf'] as string).get('Many failed logons');
    expect(search?.get('search')).toMatch(/^`sigma_index_windows_security` /);
  });

  it('leaves a value alone that looks like an index', () => {
    const app = unpacked(bundle('savedsearches', itemsOf(SHELL)).files[0]?.bytes as Uint8Array);
    const search = parseConf(app['tripline_rules/default/savedsearches.conf'] as string).get('Encoded command');
    expect(search?.get('search')).toContain('index=\\"*\\"');
  });
});

describe('rules of AWS', () => {
  it('tell a topic that lets EventBridge publish, and those on calls that only read ask for them when switched on', () => {
    const made = bundle('eventbridge', itemsOf(USER, LISTED));
    const { Resources, Parameters } = JSON.parse(textOf(made, 'tripline-eventbridge.json'));
    const states = Object.values(Resources as Record<string, { Type: string; Properties?: { State?: object } }>)
      .filter(({ Type }) => Type === 'AWS::Events::Rule')
      .map(({ Properties }) => Properties?.State);
    expect(states).toEqual([
      { 'Fn::If': ['IsEnabled', 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS', 'DISABLED'] },
      { 'Fn::If': ['IsEnabled', 'ENABLED', 'DISABLED'] },
    ]);
    expect(Parameters.Enabled.Default).toBe('false');
    expect(Resources.TopicPolicy.Properties.PolicyDocument.Statement[0]).toEqual({
      Effect: 'Allow',
      Principal: { Service: 'events.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: { Ref: 'Topic' },
    });
  });

  it('whose pattern AWS would refuse are left out with the reason, so that the template can be deployed', () => {
    const many = Array.from({ length: 200 }, (_, at) => `Create${'Thing'.repeat(3)}${at}`);
    const long = USER.replace('CreateUser', `[${many.join(', ')}]`).replace('User created', 'Many');
    for (const [format, most] of [
      ['eventbridge', '2048'],
      ['metric-filter', '1024'],
    ] as const) {
      const made = bundle(format, itemsOf(USER, long));
      expect(IMPORTS[format](made).rules).toBe(1);
      const refused = made.outcomes[1];
      expect(refused?.ok === false && refused.error.message).toMatch(`AWS takes ${most}`);
    }
  });

  it('become a second template where one would be too large', () => {
    const made = bundle('metric-filter', titled(Array.from({ length: 246 }, (_, at) => `Rule ${at}`)));
    const sizes = made.files.map(
      ({ bytes }) => Object.keys(JSON.parse(Buffer.from(bytes).toString()).Resources).length,
    );
    expect(sizes).toEqual([4, 492]);
  });
});

describe("a monitors' script", () => {
  it('sends each file with the credentials of the environment, which stand on no command line', async () => {
    const seen: { readonly path: string; readonly auth: string; readonly name: string }[] = [];
    const server = createServer((req, res) => {
      let body = '';
      req.on('data', (part) => {
        body += part;
      });
      req.on('end', () => {
        const auth = Buffer.from((req.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
        seen.push({ path: req.url ?? '', auth, name: JSON.parse(body).name });
        res.writeHead(201).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const folder = mkdtempSync(join(tmpdir(), 'tripline-monitors-'));
    try {
      for (const { name, bytes } of bundle('opensearch-monitor', itemsOf(SHELL, USER)).files)
        writeFileSync(join(folder, name), bytes);
      const { port } = server.address() as { port: number };
      const secret = 'p"a\\s$s\'w';
      const env = {
        ...process.env,
        PATH: pathWithCurl(folder),
        OPENSEARCH_URL: `http://127.0.0.1:${port}/`,
        OPENSEARCH_USER: 'me',
        OPENSEARCH_PASSWORD: secret,
      };
      await promisify(execFile)('sh', [join(folder, 'import.sh')], { env });
      expect(seen).toEqual(
        ['Encoded command', 'User created'].map((name) => ({
          path: '/_plugins/_alerting/monitors',
          auth: `me:${secret}`,
          name: expect.stringContaining(name),
        })),
      );
      await expect(
        promisify(execFile)('sh', [join(folder, 'import.sh')], { env: { PATH: process.env['PATH'] } }),
      ).rejects.toThrow(/set OPENSEARCH_URL/);
    } finally {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('the YAML form is one document a file', () => {
  for (const { bytes } of bundle('sentinel-yaml', itemsOf(SHELL, USER)).files)
    expect(loadAll(Buffer.from(bytes).toString())).toHaveLength(1);
});

test('a rule that cannot have the form is named by its own title, also where another has the same', () => {
  const average = LOGON.replace(
    /type: event_count.*/,
    'type: value_avg, rules: [failed], group-by: [User], timespan: 5m, condition: { field: Size, gte: 3 } }',
  );
  const { files, outcomes } = bundle('kibana-ndjson', itemsOf(average, average));
  expect(files).toEqual([]);
  const messages = outcomes.map((outcome) => (outcome.ok ? '' : outcome.error.message));
  expect(messages).toEqual(Array(2).fill(expect.stringContaining('as "Many failed logons" does')));
});
