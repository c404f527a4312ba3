/** A metric as a process reports it or a page documents it. */
export interface Metric {
  readonly type: string;
  /** Values by label, without `process` and `le`. */
  readonly labels: Map<string, Set<string>>;
}

const EVERYWHERE = new Set(['process', 'le']);
const OURS = /^(?:tripline_|http_)/;

/** Reads Prometheus' text format and gives only our own metrics. */
export function readExposition(text: string, into = new Map<string, Metric>()): Map<string, Metric> {
  for (const line of text.split('\n')) {
    const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (name !== undefined && type !== undefined) {
      if (OURS.test(name) && !into.has(name)) into.set(name, { type, labels: new Map() });
      continue;
    }
    const [, series = '', labels = ''] = /^(\w+)\{(.*)\} \S+$/.exec(line) ?? [];
    const metric = into.get(series) ?? into.get(series.replace(/_(?:bucket|sum|count)$/, ''));
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      if (EVERYWHERE.has(label)) continue;
      metric?.labels.set(label, (metric.labels.get(label) ?? new Set()).add(value));
    }
  }
  return into;
}

/** Reads the tables of `docs/metrics.md`. A label's values are the code words after its name; a label without any has no fixed list. */
export function readMetricsPage(page: string): Map<string, Metric> {
  const metrics = new Map<string, Metric>();
  for (const [, name = '', type = '', labelCell = '', what = ''] of page.matchAll(
    /^\| `(\w+)` \| (\w+) \|([^|]*)\| (.*) \|$/gm,
  )) {
    const words = new Set([...what.matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word));
    const labels = [...labelCell.matchAll(/`(\w+)`/g)].map(([, label = '']) => [label, words] as const);
    metrics.set(name, { type, labels: new Map(labels) });
  }
  return metrics;
}
