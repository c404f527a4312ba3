import { DEPLOY_FORMATS, type DeployFormat, deploy, parseSigma, SigmaError, type SigmaRule } from '@tripline/sigma';
import { load } from 'js-yaml';
import { readTerraform } from './support/terraform.js';
import { yaralFaults } from './support/yaral-checker.js';

const RULES = `
title: Failed
name: failed
tags: [attack.credential-access, attack.t1110]
logsource: { product: windows, service: security }
detection: { event: { EventID: 4625 }, condition: event }
---
title: Console login
name: login
logsource: { product: aws, service: cloudtrail }
detection: { event: { eventName: ConsoleLogin, errorMessage|contains: Failed }, condition: event }
---
title: Words
name: words
logsource: { product: linux, service: syslog }
detection: { words: [segfault, overflow], condition: words }
---
title: Shell
name: shell
logsource: { product: windows, category: process_creation }
detection: { event: { Image|endswith: \\cmd.exe, User|contains: admin }, condition: event }
---
title: Many
name: many
correlation: { type: event_count, rules: [failed], group-by: [Computer], timespan: 10m, condition: { gte: 5 } }
`;
const CORRELATIONS = [
  'type: event_count, rules: [failed], timespan: 10m, condition: { gte: 5 }',
  'type: event_count, rules: [shell], group-by: [User], timespan: 10m, condition: { gte: 5 }',
  'type: event_count, rules: [failed], group-by: [Computer], timespan: 10m, condition: { lt: 5 }',
  'type: value_count, rules: [failed], group-by: [Computer], timespan: 10m, condition: { field: TargetUserName, gte: 5 }',
  'type: value_count, rules: [failed], group-by: [Computer], timespan: 10m, condition: { field: [TargetUserName, IpAddress], gte: 5 }',
  'type: value_avg, rules: [failed], group-by: [Computer], timespan: 10m, condition: { field: Size, gte: 5 }',
  'type: temporal, rules: [failed, shell], group-by: [Computer], timespan: 10m',
  'type: temporal, rules: [failed, shell], group-by: [Computer], timespan: 10m, condition: failed and not shell',
  'type: temporal_ordered, rules: [failed, shell], group-by: [Computer], timespan: 10m',
  'type: temporal_ordered, rules: [failed, shell, words], group-by: [Computer], timespan: 10m',
  'type: temporal_ordered, rules: [many, shell], group-by: [Computer], timespan: 1h',
  'type: event_count, rules: [many, shell], group-by: [Computer], timespan: 1h, condition: { gte: 2 }',
];

function armFaults(text: string): readonly unknown[] {
  const { properties } = JSON.parse(text).resources[0];
  return [properties.enabled !== false, properties.query.length > 10_000];
}

/** What is wrong with a form as the product takes it: it runs when it is imported, or lacks what the product demands. */
const FAULTS: Readonly<Record<DeployFormat, (text: string) => readonly unknown[]>> = {
  savedsearches: (text) => [
    !/^disabled = 1$/m.test(text),
    !/^alert\.suppress = 1$/m.test(text),
    !/\bindex="\*"/.test(text),
    !/^\[[^\]\n]{1,100}\]\n/.test(text),
  ],
  'splunk-terraform': (text) => readTerraform(text).faults,
  'sentinel-terraform': (text) => readTerraform(text).faults,
  'kibana-terraform': (text) => readTerraform(text).faults,
  'sentinel-yaml': (text) => {
    const rule = load(text) as { readonly kind: string; readonly query: string; readonly id: string };
    return [rule.kind !== 'Scheduled', rule.query.length > 10_001, !UUID.test(rule.id)];
  },
  'sentinel-arm': armFaults,
  'sentinel-repository': armFaults,
  'kibana-ndjson': (text) => kibanaFaults(text, /^(?:sequence|sample|any where)\b/),
  'kibana-lucene': (text) => kibanaFaults(text, /^(?:sequence|sample)\b/),
  'kibana-esql': (text) => {
    const rule = JSON.parse(text);
    return [
      rule.enabled !== false,
      rule.type !== 'esql' || 'index' in rule,
      !UUID.test(rule.rule_id),
      text.trimEnd().includes('\n'),
      !/ METADATA _id, _index, _version\n[\s\S]*\| KEEP \*$|\n\| STATS /.test(rule.query),
    ];
  },
  'opensearch-sigma': (text) => {
    const rule = load(text) as Readonly<Record<string, unknown>>;
    return ['title', 'id', 'status', 'level', 'description', 'author', 'logsource', 'detection'].map(
      (key) => rule[key] === undefined || rule[key] === null,
    );
  },
  'opensearch-monitor': (text) => {
    const monitor = JSON.parse(text);
    return [monitor.enabled !== false, monitor.triggers.length !== 1];
  },
  yaral: (text) => text.split(/(?<=^}\n)\n/m).flatMap(yaralFaults),
  'logscale-search': (text) => {
    const search = load(text) as { readonly enabled: boolean; readonly queryString: string };
    return [search.enabled !== false, search.queryString.length === 0];
  },
  'cortex-rule': (text) => {
    const [rule] = JSON.parse(text).request_data;
    const counts = /\| comp /.test(rule.xql_query);
    return [rule.is_enabled !== false, counts !== (rule.execution_mode === 'SCHEDULED')];
  },
  eventbridge: (text) => [typeof JSON.parse(text) !== 'object'],
  'metric-filter': (text) => [!text.startsWith('{')],
};

function kibanaFaults(text: string, ofEql: RegExp): readonly boolean[] {
  const rule = JSON.parse(text);
  const counts = rule.type === 'threshold';
  return [
    rule.enabled !== false,
    !UUID.test(rule.rule_id),
    text.trimEnd().includes('\n'),
    counts && rule.threshold.field.length > 5,
    (rule.language === 'eql') !== ofEql.test(rule.query),
    (rule.language === 'eql') !== (rule.type === 'eql'),
  ];
}
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe.each(DEPLOY_FORMATS)('the form %s', (format) => {
  const documents = parseSigma(RULES).documents.length;
  const collections = [RULES, ...CORRELATIONS.map((body) => `${RULES}---\ntitle: Last\ncorrelation: { ${body} }\n`)];
  let written = 0;

  it.each(collections.map((text, index) => [index === 0 ? 'its rules' : CORRELATIONS[index - 1], text] as const))(
    'of %s is whole and switched off, or refused with the reason',
    (_, text) => {
      const collection = parseSigma(text);
      expect(collection.errors).toEqual([]);
      for (const document of collection.documents.slice(text === RULES ? 0 : documents)) {
        if (document.kind === 'filter') continue;
        try {
          const form = deploy(document, collection, format);
          written++;
          expect(form.notes.map(({ code }) => code)).not.toContain('aggregation_dropped');
          expect(FAULTS[format](form.text).filter((fault) => fault !== false)).toEqual([]);
        } catch (error) {
          if (!(error instanceof SigmaError)) throw error;
          expect(error.message).toMatch(
            /cannot count or order events as .*(?:Formats that can|No other format)|can ask for nothing that|only rules of product aws/,
          );
        }
      }
    },
  );

  it('is written for some of them', () => {
    expect(written).toBeGreaterThan(0);
  });
});

describe('Terraform', () => {
  it.each([`\${var.x}`, '%{ if true }', `$\${a}`, `$$\${a}`, '%%{b', 'plain $ and {', '"$\u007b"', `\\\${a}`])(
    'takes the text %s as it stands',
    (title) => {
      const collection = parseSigma(
        `title: ${JSON.stringify(title)}\nlogsource: { product: windows, category: process_creation }\ndetection: { s: { CommandLine|contains: ${JSON.stringify(title)} }, condition: s }\n`,
      );
      expect(collection.errors).toEqual([]);
      const [rule] = collection.documents as readonly SigmaRule[];
      const of = (format: DeployFormat) =>
        readTerraform(deploy(rule as SigmaRule, collection, format).text).rules[0] as Readonly<Record<string, string>>;
      expect(of('splunk-terraform').name).toBe(title);
      expect(of('sentinel-terraform').display_name).toBe(title);
      expect(of('kibana-terraform').name).toBe(title);
      const arm = JSON.parse(deploy(rule as SigmaRule, collection, 'sentinel-arm').text);
      expect(of('sentinel-terraform').query).toBe(arm.resources[0].properties.query);
    },
  );

  it.each([
    ['Heron Read /etc/hrn.conf', 'Heron Read -etc-hrn.conf'],
    ['Otter Reads ../../otr', 'Otter Reads -otr'],
    ['Notehrn++ Started', 'Notehrn- Started'],
    ['.', '-'],
    [`Long ${'/hrn'.repeat(40)}`, `Long ${'-hrn'.repeat(21)}`],
  ])('gives Splunk a name for “%s” that is a part of a path, and no other rule’s', (title, name) => {
    const text = [title, title.replaceAll(/[/+.]+/g, '-')].map(
      (each) =>
        `title: ${JSON.stringify(each)}\nlogsource: { product: windows, category: process_creation }\ndetection: { s: { Image: a.exe }, condition: s }\n`,
    );
    const collection = parseSigma(text.join('---\n'));
    const [ours, others] = collection.documents.map((rule) => {
      const read = readTerraform(deploy(rule as SigmaRule, collection, 'splunk-terraform').text);
      expect(read.faults).toEqual([]);
      return read.rules[0]?.name as string;
    });
    expect(ours?.startsWith(name)).toBe(true);
    expect(ours).not.toBe(others);
    const conf = deploy(collection.documents[0] as SigmaRule, collection, 'savedsearches').text;
    if (title.length < 100) expect(conf).toContain(`[${title}]`);
  });

  it('says the same as the form of the product itself', () => {
    const collection = parseSigma(RULES);
    const rule = collection.documents[3] as SigmaRule;
    const of = (format: DeployFormat) => deploy(rule, collection, format).text;
    const [alert] = readTerraform(of('splunk-terraform')).rules;
    expect(of('savedsearches')).toContain(`\nsearch = ${alert?.search}\n`);
    expect(of('savedsearches')).toContain(`\nalert.suppress.fields = ${alert?.alert_suppress_fields}\n`);
    const [detection] = readTerraform(of('kibana-terraform')).rules;
    const line = JSON.parse(of('kibana-ndjson'));
    expect(detection).toMatchObject({ query: line.query, index: line.index, rule_id: line.rule_id, type: line.type });
  });
});

describe('forms of what counts', () => {
  const deployed = (body: string, format: DeployFormat) => {
    const collection = parseSigma(`${RULES}---\ntitle: Last\ncorrelation: { ${body} }\n`);
    const document = collection.documents.at(-1);
    if (document?.kind !== 'correlation') throw new Error(collection.errors[0]?.message);
    return deploy(document, collection, format).text;
  };

  it('group an account by its domain and its name', () => {
    const body = CORRELATIONS[1] as string;
    expect(JSON.parse(deployed(body, 'kibana-ndjson')).threshold.field).toEqual(['user.domain', 'user.name']);
  });

  it('look back over the windows of everything that a chain builds on', () => {
    const body = 'type: temporal_ordered, rules: [many, shell], group-by: [Computer], timespan: 1h';
    expect(deployed(body, 'savedsearches')).toContain('dispatch.earliest_time = -95m@m');
    expect(load(deployed(body, 'sentinel-yaml'))).toMatchObject({ queryFrequency: '1h', queryPeriod: '135m' });
  });

  it('count what came ten minutes late, in windows that no run cuts in two', () => {
    const body = CORRELATIONS[1] as string;
    const rule = JSON.parse(deployed(body, 'kibana-ndjson'));
    expect(rule).toMatchObject({ from: 'now-1260s', to: 'now-600s', interval: '60s' });
    const monitor = JSON.parse(deployed(body, 'opensearch-monitor'));
    expect(monitor.schedule.period).toEqual({ interval: 1, unit: 'MINUTES' });
    expect(monitor.inputs[0].search.query.query.bool.filter[0].range['@timestamp']).toMatchObject({
      gte: '{{period_end}}||-1260s',
      lte: '{{period_end}}||-600s',
    });
  });

  it('find a sequence that lies across two runs', () => {
    const body = CORRELATIONS[8] as string;
    expect(JSON.parse(deployed(body, 'kibana-ndjson'))).toMatchObject({ from: 'now-1500s', interval: '300s' });
  });

  it('order two kinds of events in a monitor, and refuse to order three', () => {
    expect(() => deployed(CORRELATIONS[8] as string, 'opensearch-monitor')).not.toThrow();
    expect(() => deployed(CORRELATIONS[9] as string, 'opensearch-monitor')).toThrow('a monitor orders two kinds');
  });
});
