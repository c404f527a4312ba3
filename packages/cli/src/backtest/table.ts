import { EVENT_SHAPES, type EventShape } from '@tripline/sigma';
import { counted } from '../counted.js';
import type { BacktestReport, RuleReport } from './backtest-report.js';

/** The report for a person: what fired, what never did, what was expected otherwise, and a summary at the end. */
export function renderTable(report: BacktestReport): string {
  const { rules, events, seconds, malformed, unreadable_rules } = report;
  const fired = rules.filter(({ hits }) => hits > 0).sort((a, b) => b.hits - a.hits);
  const silent = rules.filter(({ hits }) => hits === 0);
  const broken = rules.filter(({ breaches }) => breaches.length > 0);
  const warned = rules.filter(({ warnings }) => warnings.length > 0);
  return [
    ...section('Fired', fired.length === 0 ? [] : [HEADER, ...fired.map(row)]),
    ...section(
      'Never fired',
      silent.map(({ title, path }) => `  ${title} (${path})`),
    ),
    ...section(
      'Counted in part',
      warned.flatMap(({ title, warnings }) => warnings.map((warning) => `  ${title}: ${warning}`)),
    ),
    ...section(
      'Not as expected',
      broken.flatMap(({ title, path, breaches }) => breaches.map((breach) => `  ${title}: ${breach} (${path})`)),
    ),
    `${counted(rules.length, 'rule')} over ${counted(events, 'event')} in ${seconds} s: ${fired.length} fired, ${silent.length} never did, ${broken.length} not as expected; ` +
      `${readAs(report)}not read: ${counted(malformed.count, 'line or value', 'lines or values')} of events, ${counted(unreadable_rules.length, 'rule')}`,
    '',
  ].join('\n');
}

/** In which shapes events came, and how many in none. */
function readAs({ shapes, not_understood }: BacktestReport): string {
  const known = Object.entries(shapes).map(([shape, count]) => `${count} ${EVENT_SHAPES[shape as EventShape]}`);
  const unknown = not_understood.count === 0 ? [] : [`${not_understood.count} not understood`];
  return `read as: ${[...known, ...unknown].join(', ')}; `;
}

const HEADER = '      hits  per 100,000  level          rule';

function row({ hits, hits_per_100k_events, level, title, path, first_hits }: RuleReport): string {
  const columns = [
    String(hits).padStart(10),
    hits_per_100k_events.toFixed(2).padStart(11),
    (level ?? '').padEnd(13),
    `${title} (${path}), first at ${first_hits[0] ?? ''}`,
  ];
  return columns.join('  ');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines, ''];
}
