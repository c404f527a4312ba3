const HEAD = `# Settings

Made from the code by \`npm run docs\`; do not edit by hand.

- Settings are environment variables. An empty one counts as not set.
- A secret may also come from a file: \`NAME_FILE\` is its path. One line break at the file's end is left out. Set either, not both.
- A process that is given a wrong setting says everything that is wrong with all of them, and exits 1.
- A name that nobody reads is a fault when it begins with \`LIMIT_\`, \`OIDC_\` or \`AUTH_\`, or is nearly the name of a setting. The settings of
  other processes are no fault, so that all may be given the same environment.
- Kubernetes puts variables into a container for each Service. They are no fault, but one named after a setting (a Service called \`admin\` makes
  \`ADMIN_PORT\`) would set it: set \`enableServiceLinks: false\`.
- The AWS SDK reads its own settings (\`AWS_REGION\`, \`AWS_ENDPOINT_URL\`, credentials), in the coverage API and the scan worker.
`;

/**
 * The page of all settings: a section for each set of processes that reads them, those that most read first.
 * @param processes `{ name, settings }` each, the settings as `describeSettings` gives them
 */
export function settingsPage(processes) {
  const sections = new Map();
  for (const name of new Set(processes.flatMap(({ settings }) => settings.map((setting) => setting.name)))) {
    const readers = processes.filter(({ settings }) => settings.some((setting) => setting.name === name));
    const title =
      readers.length === processes.length ? 'Every process' : readers.map((reader) => reader.name).join(', ');
    const variants = readers.map((reader) => ({
      reader: reader.name,
      ...reader.settings.find((setting) => setting.name === name),
    }));
    if (!sections.has(title)) sections.set(title, { size: readers.length, rows: [] });
    sections.get(title).rows.push(rowOf(variants));
  }
  const body = [...sections].sort(([, one], [, other]) => other.size - one.size);
  return [
    HEAD,
    ...body.map(([title, { rows }]) =>
      [
        `## ${title}`,
        '',
        '| name | what it is | takes | default |',
        '| --- | --- | --- | --- |',
        ...rows.sort(),
        '',
      ].join('\n'),
    ),
  ].join('\n');
}

function rowOf(variants) {
  const [first] = variants;
  const secret = first.secret ? ' Secret.' : '';
  const defaults = new Set(variants.map(defaultOf));
  const shown =
    defaults.size === 1
      ? [...defaults][0]
      : variants.map((variant) => `${variant.reader}: ${defaultOf(variant)}`).join('; ');
  return `| \`${first.name}\` | ${cell(first.description)}${secret} | ${cell(first.expects)} | ${shown} |`;
}

const defaultOf = (setting) =>
  setting.required ? 'required' : setting.default === undefined ? 'none' : `\`${setting.default}\``;

const cell = (text) => text.replaceAll('|', '\\|');
