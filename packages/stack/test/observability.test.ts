import { parse } from 'yaml';
import { readMetricsPage } from './support/exposition.js';
import { readPromQl } from './support/promql.js';
import { readRepositoryFile, readSources } from './support/repository.js';

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly legendFormat: string }[];
}

const documented = readMetricsPage(readRepositoryFile('docs/metrics.md'));
const { groups } = parse(readRepositoryFile('deploy/observability/alerts.yaml')) as {
  groups: { name: string; rules: AlertRule[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(readRepositoryFile('deploy/observability/grafana-dashboard.json')) as {
  uid: string;
  schemaVersion: number;
  panels: Panel[];
  templating: { list: { name: string; type: string }[] };
};
const runbook = readRepositoryFile('docs/runbook.md');

/** Node's own metrics that the page speaks of. */
const NODE = new Set([
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'process_cpu_seconds_total',
  'nodejs_eventloop_lag_p99_seconds',
]);

/** The metric of a series, and the labels a query may use with it. @throws Error for one that is not documented */
function labelsOf(series: string): Set<string> {
  if (NODE.has(series)) return new Set(['process', 'job', 'instance']);
  const whole = series.replace(/_(?:bucket|sum|count)$/, '');
  const isPart = documented.get(whole)?.type === 'histogram';
  const metric = documented.get(isPart ? whole : series);
  if (metric === undefined) throw new Error(`docs/metrics.md knows no ${series}`);
  if (isPart && whole === series) throw new Error(`${series} is a histogram: ask for its _bucket, _sum or _count`);
  return new Set([
    'process',
    'job',
    'instance',
    ...(series.endsWith('_bucket') ? ['le'] : []),
    ...metric.labels.keys(),
  ]);
}

function check(expression: string): void {
  const { groupings, selectors } = readPromQl(expression.replaceAll('$__rate_interval', '5m'));
  expect(selectors.length).toBeGreaterThan(0);
  for (const { labels, metric } of selectors) {
    for (const label of labels) expect([metric, ...labelsOf(metric)]).toContain(label);
  }
  const all = new Set(selectors.flatMap(({ metric }) => [...labelsOf(metric)]));
  for (const label of groupings) expect([...all]).toContain(label);
}

describe('alert rules', () => {
  test.each(alerts.map((rule) => [rule.alert, rule] as const))(
    '%s asks for metrics and labels that exist',
    (_, rule) => {
      check(rule.expr);
      expect(rule.for ?? '1m').toMatch(/^\d+[mh]$/);
      expect(['critical', 'warning']).toContain(rule.labels.severity);
      for (const [, label = ''] of rule.annotations.summary.matchAll(/\$labels\.(\w+)/g)) {
        expect(rule.expr).toContain(label);
      }
    },
  );

  test('each has an entry of its own in the runbook, and no other is there', () => {
    const entries = [...runbook.matchAll(/^## (Tripline\w+)$/gm)].map(([, name]) => name);
    expect(entries).toEqual(alerts.map(({ alert }) => alert));
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  });
});

describe('the dashboard', () => {
  const graphs = dashboard.panels.filter(({ type }) => type !== 'row');

  test.each(graphs.map((panel) => [panel.title, panel] as const))(
    '%s asks for metrics and labels that exist',
    (_, panel) => {
      expect(panel.targets?.length).toBeGreaterThan(0);
      for (const { expr, legendFormat } of panel.targets ?? []) {
        check(expr);
        const { groupings } = readPromQl(expr.replaceAll('$__rate_interval', '5m'));
        for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(groupings).toContain(label);
      }
    },
  );

  test('is what Grafana imports: panels with an id and a place of their own on a grid of 24 columns', () => {
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39);
    expect(dashboard.templating.list).toMatchObject([{ name: 'datasource', type: 'datasource' }]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const taken = new Set<string>();
    for (const { gridPos, title } of dashboard.panels) {
      const { h, w, x, y } = gridPos;
      expect([title, x + w <= 24]).toEqual([title, true]);
      for (let column = x; column < x + w; column += 1) {
        for (let line = y; line < y + h; line += 1) {
          expect(taken.has(`${column} ${line}`)).toBe(false);
          taken.add(`${column} ${line}`);
        }
      }
    }
  });

  test('shows every metric of ours', () => {
    const shown = new Set(
      graphs
        .flatMap(({ targets = [] }) => targets)
        .flatMap(({ expr }) => readPromQl(expr.replaceAll('$__rate_interval', '5m')).selectors)
        .flatMap(({ metric }) => [metric, metric.replace(/_(?:bucket|sum|count)$/, '')]),
    );
    expect([...documented.keys()].filter((name) => !shown.has(name))).toEqual([]);
  });
});

test('the runbook explains every line that is logged as an error', () => {
  const folders = ['auth', 'fetch', 'service'].map((name) => `packages/${name}/src`);
  const sources = [...folders, 'services/rules/src', 'services/coverage/src'].flatMap((folder) => [
    ...readSources(folder).values(),
  ]);
  const messages = sources.flatMap((source) =>
    [...source.matchAll(/\blog\.(?:error|fatal)\((?:[^;]*?), ?'([^']+)'\)/g)].map(([, message = '']) => message),
  );
  const calls = sources.flatMap((source) => [...source.matchAll(/\blog\.(?:error|fatal)\(/g)]);
  expect(messages).toHaveLength(calls.length);
  const explained = [...runbook.matchAll(/^\| `([^`]+)` \|/gm)].map(([, line]) => line);
  const internal = 'Something went wrong on our side. Quote the request id when you report it.';
  expect([...explained].sort()).toEqual([...messages, internal].sort());
});
