import { type CalledOperation, operationOfCommand } from '../knowledge/load.js';
import { listPattern } from '../knowledge/word-pattern.js';
import type { Span } from '../model.js';
import type { Passage } from '../segment/passage.js';
import { withSingleBlanks } from '../text/shape.js';

/** A command and its first words. Of the options before them, these few take a value after a space. */
const COMMAND =
  /(?<![\w./-])(gcloud|gsutil|az)\s+(?:(?:alpha|beta)\s+|--(?:project|account|format|subscription|impersonate-service-account)[ =](?!-)[\w:./@-]{1,200}\s+|--?[\w-]{1,40}(?:=[\w:./@-]{1,200})?\s+){0,4}([a-z][a-z0-9-]{0,40}(?:[ \t]+[a-z][a-z0-9-]{0,40}){0,5})/g;
const CMDLET = listPattern(String.raw`(?<![\w-]){azure-cmdlet-verbs}-(?:Az|Mg|Msol)[A-Za-z0-9]{3,60}`, 'gi');

/** An operation of a control plane, found by the command that calls it; offsets within the passage. */
export type CommandedOperation = CalledOperation & Span;

/**
 * Google Cloud, Azure and Entra operations in `gcloud`, `gsutil` and `az` commands and in calls of the PowerShell modules of Azure and
 * Graph.
 */
export function commandedOperations({ text }: Passage): readonly CommandedOperation[] {
  const found: CommandedOperation[] = [];
  for (const match of text.matchAll(COMMAND)) {
    const [whole, tool = '', words = ''] = match;
    const known = longestKnown(tool, words);
    if (known === undefined) continue;
    const end = match.index + whole.length - words.length + known.length;
    found.push({ ...known.called, start: match.index, end });
  }
  for (const match of text.matchAll(CMDLET())) {
    const called = operationOfCommand(match[0]);
    if (called !== undefined) found.push({ ...called, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** The longest known command among a command's first words, with how many characters of the text it takes. */
function longestKnown(
  tool: string,
  words: string,
): { readonly called: CalledOperation; readonly length: number } | undefined {
  let length = words.length;
  while (length > 0) {
    const called = operationOfCommand(`${tool} ${withSingleBlanks(words.slice(0, length))}`);
    if (called !== undefined) return { called, length };
    length = Math.max(words.lastIndexOf(' ', length - 1), words.lastIndexOf('\t', length - 1));
  }
  return undefined;
}
