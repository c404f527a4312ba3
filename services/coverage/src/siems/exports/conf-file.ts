/** A stanza of a `.conf` file of Splunk. */
export interface Stanza {
  readonly name: string;
  /** The line that it begins on, from 1. */
  readonly line: number;
  readonly settings: ReadonlyMap<string, string>;
}

/**
 * Reads a `.conf` file: `[stanza]`, `name = value`, comments with `#`, and a backslash at the end of a line, which goes on with the next.
 * Settings before the first stanza, and those of `[default]`, are every stanza's that does not have its own. A stanza that comes twice is one.
 * @see https://docs.splunk.com/Documentation/Splunk/latest/Admin/Savedsearchesconf
 */
export function readConf(text: string): readonly Stanza[] {
  const stanzas = new Map<string, { line: number; settings: Map<string, string> }>();
  const defaults = new Map<string, string>();
  let settings = defaults;
  for (const { line, text: written } of logicalLines(text)) {
    const trimmed = written.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    if (trimmed.startsWith('[') && trimmed.endsWith(']')) {
      settings = stanzaOf(trimmed.slice(1, -1).trim(), line);
      continue;
    }
    const at = written.indexOf('=');
    if (at > 0) settings.set(written.slice(0, at).trim(), written.slice(at + 1).trim());
  }
  return [...stanzas].map(([name, stanza]) => ({
    name,
    line: stanza.line,
    settings: new Map([...defaults, ...stanza.settings]),
  }));

  function stanzaOf(name: string, line: number): Map<string, string> {
    if (name === 'default') return defaults;
    const known = stanzas.get(name) ?? { line, settings: new Map<string, string>() };
    stanzas.set(name, known);
    return known.settings;
  }
}

function logicalLines(text: string): { readonly line: number; readonly text: string }[] {
  const lines: { line: number; text: string }[] = [];
  let parts: string[] = [];
  let began = 1;
  text.split('\n').forEach((raw, index) => {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (parts.length === 0) began = index + 1;
    const goesOn = line.endsWith('\\');
    parts.push(goesOn ? line.slice(0, -1) : line);
    if (goesOn) return;
    lines.push({ line: began, text: parts.join('\n') });
    parts = [];
  });
  if (parts.length > 0) lines.push({ line: began, text: parts.join('\n') });
  return lines;
}
