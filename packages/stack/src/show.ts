import type { ShownGeneration, ShownRule } from './rules-client.js';

/** What a person sees of a generation: a table of its rules, one rule's YAML, and that rule's queries. */
export function renderGeneration(generation: ShownGeneration): string {
  const { rules, techniques, indicators, source } = generation;
  const lines = [
    '',
    `Read "${source.title}": ${count(rules.length, 'rule')}, ${count(techniques.length, 'technique')}, ${count(indicators.length, 'indicator')}`,
  ];
  if (rules.length > 0) lines.push('', ...renderTable(rules));
  const shown = mostTelling(rules);
  if (shown !== undefined) {
    lines.push(
      '',
      `One of them, "${shown.title}", as Sigma:`,
      '',
      indent(shown.yaml.trimEnd()),
      '',
      'The same rule for six SIEMs:',
    );
    for (const [backend, query] of Object.entries(shown.conversions)) lines.push('', `  ${backend}`, indent(query));
  }
  return lines.join('\n');
}

/** Addresses and lines to go on with. */
export function renderNextSteps(stack: {
  readonly rulesUrl: string;
  readonly coverageUrl: string;
  readonly apiKey: string;
  readonly stackFile: string;
}): string {
  const auth = `-H 'Authorization: Bearer ${stack.apiKey}'`;
  return [
    '',
    `Rules service   ${stack.rulesUrl}`,
    `Coverage        ${stack.coverageUrl}`,
    `API documents   ${stack.rulesUrl}/docs and ${new URL('/docs', stack.coverageUrl).href}`,
    `Keys, addresses ${stack.stackFile}`,
    '',
    'Go on with:',
    `  curl -s ${stack.rulesUrl}/v1/generate ${auth} -F file=@advisory.pdf`,
    `  curl -s ${stack.rulesUrl}/v1/generate ${auth} -H 'Content-Type: application/json' \\`,
    `    -d '{"inputType":"url","url":"https://example.org/advisory","options":{"targetSiems":["siem_kql"]}}'`,
    `  curl -s ${stack.rulesUrl}/v1/rules ${auth}`,
    `  curl -s ${stack.coverageUrl}/accounts -H 'X-API-Key: ${stack.apiKey}'`,
    '',
    'Up until Ctrl-C.',
    '',
  ].join('\n');
}

/** The rule to show in full: the highest level, then the one that says most, as long as it fits a screen. */
function mostTelling(rules: readonly ShownRule[]): ShownRule | undefined {
  const rank = (rule: ShownRule) => ['critical', 'high', 'medium', 'low', 'informational'].indexOf(rule.level);
  const fits = rules.filter(({ yaml }) => yaml.length < 1500);
  return [...(fits.length > 0 ? fits : rules)].sort((a, b) => rank(a) - rank(b) || b.yaml.length - a.yaml.length)[0];
}

function renderTable(rules: readonly ShownRule[]): string[] {
  const rows = rules.map((rule) => [rule.level, rule.platform, rule.techniques.join(' ') || '–', rule.title]);
  const head = ['level', 'platform', 'techniques', 'title'];
  const widths = head.map((cell, column) =>
    Math.min(28, Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0))),
  );
  return [head, ...rows].map(
    (row) => `  ${row.map((cell, column) => (column === 3 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ')}`,
  );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
