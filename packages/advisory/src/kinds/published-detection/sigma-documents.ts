/** One rule of a Sigma text, as written. */
interface SigmaDocumentText {
  readonly yaml: string;
  /** What the rule says of its licence. */
  readonly licence?: string;
}

/** The documents of a Sigma text as written, each with the licence it names. */
export function sigmaDocuments(text: string): readonly SigmaDocumentText[] {
  return text
    .split(/^---[ \t]*$/m)
    .filter((document) => /^\s*(?:logsource|correlation)\s*:/m.test(document))
    .map((document) => {
      const yaml = `${withoutIndent(document)}\n`;
      const licence = /^(?:license|licence)\s*:\s*["']?([^"'\n]{1,200})/m.exec(yaml)?.[1]?.trim();
      return { yaml, ...(licence === undefined ? {} : { licence }) };
    });
}

/** Removes the indent that a page gives its code. */
function withoutIndent(document: string): string {
  const lines = document
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  const indent = /^[ \t]*/.exec(lines[0] ?? '')?.[0] ?? '';
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart())).join('\n');
}
