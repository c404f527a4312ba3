const MADE = 'Made from `packages/telemetry/logs` by `npm run docs`; do not edit by hand.';

/** How much of a log an ordinary day brings, in words. */
const EVERYDAY = { none: 'hardly anything', some: 'some events', heavy: 'very many events' };

/**
 * The pages of the table of logs, by file: one for each log, and README.md with what each thing is seen in.
 * @param table what `@tripline/telemetry` exports
 * @returns {Record<string, string>}
 */
export function logPages({ loadLogs, THINGS, DEEDS }) {
  const logs = loadLogs();
  return Object.fromEntries([
    ['docs/logs/README.md', overview(logs, THINGS, DEEDS)],
    ...logs.map((log) => [`docs/logs/${fileOf(log)}`, logPage(log)]),
  ]);
}

const fileOf = ({ id }) => `${id.replaceAll('/', '-')}.md`;

function overview(logs, things, deeds) {
  const seen = Object.entries(things).map(([thing, meaning]) => {
    const showing = logs.filter(({ rows }) => rows.some((row) => row.thing === thing));
    const usual = logs.filter(({ rows }) => rows.some((row) => row.thing === thing && row.open));
    const others = showing.filter((log) => !usual.includes(log));
    return `| \`${thing}\` | ${meaning} | ${links(usual)} | ${links(others)} |`;
  });
  return [
    '# Logs',
    '',
    MADE,
    '',
    'What each log shows of which things, and in which fields. [Decision 66](../decisions/0066-one-table-of-logs.md) says why, and how a row is written.',
    '',
    '| log | log source | an ordinary day brings | kept | rows |',
    '| --- | --- | --- | --- | --- |',
    ...logs.map(
      (log) =>
        `| ${links([log])} | ${code(sourceOf(log))} | ${EVERYDAY[log.everyday]} | ${log.kept} | ${log.rows.length} |`,
    ),
    '',
    '## Things',
    '',
    'The first logs are those that are taken where a text does not say what was done with the thing.',
    '',
    '| thing | what its value is | first logs | other logs |',
    '| --- | --- | --- | --- |',
    ...seen,
    '',
    '## Deeds',
    '',
    '| deed | what it means |',
    '| --- | --- |',
    ...Object.entries(deeds).map(([deed, meaning]) => `| \`${deed}\` | ${meaning} |`),
    '',
  ].join('\n');
}

function logPage(log) {
  const { name, comesFrom, attack, everyday, kept, channels, eventIds, rows } = log;
  const where = channels.map((channel) => code(channel)).join(', ');
  return [
    `# ${name}`,
    '',
    MADE,
    '',
    `- Sigma log source: ${code(sourceOf(log))}`,
    `- Comes from: ${comesFrom.join('; ')}`,
    ...(channels.length === 0
      ? []
      : [`- Windows channel: ${where}${eventIds.length === 0 ? '' : `, events ${eventIds.join(', ')}`}`]),
    `- ATT&CK data components: ${attack.join(', ')}`,
    `- An ordinary day brings ${EVERYDAY[everyday]}; it is ${kept} kept.`,
    '',
    'Everyday is how much an ordinary day brings of it: none is hardly anything. Usual rows come before those of other logs; open ones are taken where it is not known what was done with the thing.',
    '',
    '| what it shows | thing | deeds | everyday | selection | narrowed by |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(rowLine),
    '',
  ].join('\n');
}

function rowLine({ title, thing, deed, usual, open, everyday, selection, with: narrowing }) {
  const narrowed = Object.entries(narrowing).map(([other, template]) => `${other}: ${fields(template)}`);
  return `| ${title}${usual ? ' (usual)' : ''}${open ? ' (open)' : ''} | ${thing} | ${deed.join(', ')} | ${everyday} | ${fields(selection)} | ${narrowed.join('<br>')} |`;
}

const fields = (template) =>
  Object.entries(template)
    .map(([field, value]) => code(`${field === '' ? 'keywords' : field}: ${shown(value)}`))
    .join(' ');

const shown = (value) => (Array.isArray(value) ? `[${value.join(', ')}]` : String(value));

const sourceOf = ({ logsource }) =>
  Object.entries(logsource)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ');

const links = (logs) => logs.map((log) => `[${log.name}](${fileOf(log)})`).join(', ');

/** Text as code in a cell of a table: a bar would end the cell. */
const code = (text) => `\`${text.replaceAll('|', '\\|')}\``;
