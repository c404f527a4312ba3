/** The sections in the order the language wants them; the first, second and fifth are required. */
const SECTIONS = ['meta', 'events', 'match', 'outcome', 'condition', 'options'];
const REQUIRED = ['meta', 'events', 'condition'];
const KEYWORDS = new Set(
  'rule meta match over events condition outcome options and or not nocase in regex cidr before after all any if max min sum array array_distinct count count_distinct is null'.split(
    ' ',
  ),
);
/** String, back-quoted and regular expression literals; a regular expression stands behind an equals sign. */
const LITERALS = /"(?:[^"\\\n]|\\.)*"|`[^`\n]*`|(?<=[=,(] )\/(?:[^/\\\n]|\\.)*\//g;

/**
 * What is wrong with the form of a YARA-L 2.0 rule, as a compiler would say it; empty for a good one. Written from the language's syntax pages: names,
 * sections and their order, closed literals, balanced parentheses, explicit `or` only within parentheses, variables defined before use and all used.
 */
export function yaralFaults(text: string): readonly string[] {
  const faults: string[] = [];
  const head = /^rule ([A-Za-z][A-Za-z0-9_]*) \{\n([\s\S]*)\n\}\n$/.exec(text);
  if (head === null) return ['no rule, or a name that is none'];
  if (KEYWORDS.has(head[1] as string)) faults.push(`the rule is named after the keyword ${head[1]}`);
  const sections = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of (head[2] as string).split('\n')) {
    const title = /^ {2}(\w+):$/.exec(line)?.[1];
    if (title !== undefined) {
      current = [];
      sections.set(title, current);
    } else if (line !== '') {
      if (!line.startsWith('    ')) faults.push(`a line outside of a section: ${line}`);
      current?.push(line.trim());
    }
  }
  const order = [...sections.keys()];
  if (order.join() !== SECTIONS.filter((name) => sections.has(name)).join())
    faults.push(`sections out of order: ${order.join()}`);
  for (const name of REQUIRED) if ((sections.get(name) ?? []).length === 0) faults.push(`no section ${name}`);
  for (const line of sections.get('meta') ?? []) {
    if (!/^[a-z_]+ = "(?:[^"\\]|\\.)*"$/.test(line)) faults.push(`not a meta line: ${line}`);
  }
  const bare = new Map(
    [...sections].map(([name, lines]) => [name, lines.map((line) => line.replaceAll(LITERALS, '""'))]),
  );
  for (const [name, lines] of bare) {
    if (name === 'meta') continue;
    for (const line of lines) faults.push(...lineFaults(name, line));
  }
  faults.push(...variableFaults(bare));
  return faults;
}

function lineFaults(section: string, line: string): readonly string[] {
  const faults: string[] = [];
  let depth = 0;
  let top = '';
  for (const char of line) {
    if (char === '(') depth += 1;
    if (depth === 0) top += char;
    if (char === ')') depth -= 1;
    if (depth < 0) faults.push(`unbalanced parentheses: ${line}`);
  }
  if (depth !== 0) faults.push(`unbalanced parentheses: ${line}`);
  if (/\(\)/.test(line)) faults.push(`empty parentheses: ${line}`);
  if (section === 'events' && / or /.test(top)) faults.push(`an "or" that takes in the next line: ${line}`);
  if (/["`\\]/.test(line.replaceAll('""', ''))) faults.push(`an open literal: ${line}`);
  if (section === 'match' && !/^\$\w+(?:, \$\w+)* over \d+[mhd]$/.test(line)) faults.push(`not a match line: ${line}`);
  return faults;
}

function variableFaults(bare: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const faults: string[] = [];
  const join = (name: string) => (bare.get(name) ?? []).join('\n');
  const events = new Set([...join('events').matchAll(/\$(\w+)\./g)].map(([, name]) => name as string));
  const placeholders = new Set([...join('events').matchAll(/\$(\w+)(?![\w.])/g)].map(([, name]) => name as string));
  const outcomes = new Set([...join('outcome').matchAll(/^\$(\w+) = /gm)].map(([, name]) => name as string));
  const known = new Set([...events, ...placeholders, ...outcomes]);
  for (const name of known) if (KEYWORDS.has(name)) faults.push(`a variable named after the keyword ${name}`);
  const doubled = [...outcomes].filter((name) => events.has(name) || placeholders.has(name));
  if (doubled.length > 0) faults.push(`one name for two variables: ${doubled.join()}`);
  if (outcomes.size > 20) faults.push('more than 20 outcome variables');
  const condition = new Set([...join('condition').matchAll(/[#$](\w+)/g)].map(([, name]) => name as string));
  const match = new Set([...join('match').matchAll(/\$(\w+)/g)].map(([, name]) => name as string));
  for (const name of [...condition, ...match]) if (!known.has(name)) faults.push(`$${name} is not defined`);
  for (const [, name] of join('outcome').matchAll(/\$(\w+)\./g))
    if (!events.has(name as string)) faults.push(`$${name} is no event variable`);
  for (const name of events) if (!condition.has(name)) faults.push(`the condition does not use $${name}`);
  const used = new Set([...join('outcome').matchAll(/\$(\w+)(?![\w.])/g)].map(([, name]) => name as string));
  for (const name of placeholders) if (!match.has(name) && !used.has(name)) faults.push(`$${name} is not used`);
  if (events.size > 1 && match.size === 0) faults.push('several event variables without a match section');
  return faults;
}
