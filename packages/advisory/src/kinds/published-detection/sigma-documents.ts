import { leading, oneOf } from '../../text/stretches.js';
import { keysOf, topValue, yamlDocuments } from '../../text/yaml-lines.js';

/** One rule of a Sigma text, as written. */
interface SigmaDocumentText {
  readonly yaml: string;
  /** What the rule says of its licence. */
  readonly licence?: string;
}

/** The documents of a Sigma text as written, each with the licence it names. */
export function sigmaDocuments(text: string): readonly SigmaDocumentText[] {
  return yamlDocuments(text)
    .filter((document) => keysOf(document).has('logsource') || keysOf(document).has('correlation'))
    .map((document) => {
      const yaml = `${withoutIndent(document)}\n`;
      const licence = topValue(yaml, 'license', 'licence');
      return { yaml, ...(licence === undefined ? {} : { licence }) };
    });
}

/** Removes the indent that a page gives its code. */
function withoutIndent(document: string): string {
  const all = document.trimEnd().split('\n');
  const lines = all.slice(all.findIndex((line) => line.trim() !== ''));
  const indent = leading(lines[0] ?? '', oneOf(' \t'));
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart())).join('\n');
}
