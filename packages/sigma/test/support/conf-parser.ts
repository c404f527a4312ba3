/**
 * Reads a Splunk conf file as Splunk does: `[stanza]` lines, `key = value` lines whose value goes on in the next line after a backslash at
 * the end, comments that begin a line with `#`. Stanzas of one name are one, and later settings replace earlier ones, so a test sees what is lost.
 * @see https://docs.splunk.com/Documentation/Splunk/latest/Admin/Howtoeditaconfigurationfile
 */
export function parseConf(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const stanzas = new Map<string, Map<string, string>>();
  let settings: Map<string, string> | undefined;
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line.trim() === '' || line.startsWith('#')) continue;
    const stanza = /^\[(.*?)\]\s*$/.exec(line);
    if (stanza !== null) {
      settings = stanzas.get(stanza[1] as string) ?? new Map();
      stanzas.set(stanza[1] as string, settings);
      continue;
    }
    const setting = /^([\w.]+)\s*=\s*(.*)$/.exec(line);
    if (setting === null || settings === undefined) throw new Error(`line ${at + 1} is no setting: ${line}`);
    let value = setting[2] as string;
    while (value.endsWith('\\')) value = `${value.slice(0, -1)}\n${lines[++at] ?? ''}`;
    settings.set(setting[1] as string, value);
  }
  return stanzas;
}
