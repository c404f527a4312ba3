import type { GenerationAnswer } from '@tripline/client';
import { fold, table } from './fold.js';

type ShownRule = GenerationAnswer['rules'][number];

/** A generation for people: a table of its rules, one rule's YAML, and that rule's queries. */
export function renderGeneration(generation: GenerationAnswer): string {
  const { rules, techniques, indicators, source } = generation;
  const counts = [count(rules.length, 'rule'), count(techniques.length, 'technique')].concat(
    count(indicators.length, 'indicator'),
  );
  const lines = ['', `Read "${source.title}": ${counts.join(', ')}`];
  if (rules.length > 0) lines.push('', ...rulesTable(rules));
  const shown = mostTelling(rules);
  if (shown !== undefined) {
    lines.push('', `One of them, "${shown.title}", as Sigma:`, '', ...indented(shown.yaml.trimEnd()));
    lines.push('', 'The same rule for six SIEMs:');
    for (const [backend, query] of Object.entries(shown.conversions))
      lines.push('', `  ${backend}`, ...indented(query));
  }
  return lines.flatMap((line) => fold(line)).join('\n');
}

/** The rule to show in full: the highest level, then the most specific, if it fits a screen. */
function mostTelling(rules: readonly ShownRule[]): ShownRule | undefined {
  const rank = (rule: ShownRule) => ['critical', 'high', 'medium', 'low', 'informational'].indexOf(rule.level);
  const fits = rules.filter(({ yaml }) => yaml.length < 1500);
  return [...(fits.length > 0 ? fits : rules)].sort((a, b) => rank(a) - rank(b) || b.yaml.length - a.yaml.length)[0];
}

function rulesTable(rules: readonly ShownRule[]): string[] {
  const rows = rules.map((rule) => [rule.level, rule.platform ?? '–', rule.techniques.join(' ') || '–', rule.title]);
  return table([['level', 'platform', 'techniques', 'title'], ...rows], [13, 18, 20, 41]).map((line) => `  ${line}`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const indented = (text: string): string[] => text.split('\n').map((line) => `    ${line}`);
