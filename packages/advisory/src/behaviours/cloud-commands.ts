import { lazyData } from '../data-file.js';
import type { Passage } from '../segment/passage.js';

type Tool = 'gcloud' | 'gsutil' | 'az';

const tables = lazyData(
  'cloud-commands.json',
  (raw: Readonly<Record<Tool | 'cmdlets', Readonly<Record<string, string>>>>) => ({
    tools: new Map(
      (['gcloud', 'gsutil', 'az'] as const).map((tool) => [tool as string, new Map(Object.entries(raw[tool]))]),
    ),
    cmdlets: new Map(Object.entries(raw.cmdlets).map(([name, operation]) => [name.toLowerCase(), operation])),
  }),
);

/** Options before the command's words; these few take a value after a space. */
const COMMAND =
  /(?<![\w./-])(gcloud|gsutil|az)\s+(?:(?:alpha|beta)\s+|--(?:project|account|format|subscription|impersonate-service-account)[ =](?!-)[\w:./@-]{1,200}\s+|--?[\w-]{1,40}(?:=[\w:./@-]{1,200})?\s+){0,4}([a-z][a-z0-9-]{0,40}(?:[ \t]+[a-z][a-z0-9-]{0,40}){0,5})/g;
const CMDLET =
  /(?<![\w-])(?:New|Add|Set|Remove|Update|Invoke|Get|Grant|Start|Import)-(?:Az|Mg|Msol)[A-Za-z0-9]{3,60}/gi;

/** An operation of a control plane told by the command that calls it; offsets within the passage. */
export interface CommandedOperation {
  /** As its log names it: `google.iam.admin.v1.CreateServiceAccountKey`, `Microsoft.Authorization/locks/delete`, `Add user`. */
  readonly operation: string;
  readonly plane: 'gcp' | 'azure' | 'entra_audit';
  readonly start: number;
  readonly end: number;
}

/** Google Cloud, Azure and Entra operations told by `gcloud`, `gsutil` and `az` commands and by the PowerShell modules of Azure and Graph. */
export function commandedOperations({ text }: Passage): readonly CommandedOperation[] {
  const found: CommandedOperation[] = [];
  for (const match of text.matchAll(COMMAND)) {
    const [whole, tool = '', words = ''] = match;
    const known = longestKnown(tables().tools.get(tool), words);
    if (known === undefined) continue;
    const end = match.index + whole.length - words.length + known.length;
    found.push({ operation: known.operation, plane: planeOf(tool, known.operation), start: match.index, end });
  }
  for (const match of text.matchAll(CMDLET)) {
    const operation = tables().cmdlets.get(match[0].toLowerCase());
    if (operation === undefined) continue;
    const end = match.index + match[0].length;
    found.push({ operation, plane: planeOf('az', operation), start: match.index, end });
  }
  return found;
}

/** The longest row of a command's first words that is known, with how many characters of the text it takes. */
function longestKnown(
  table: ReadonlyMap<string, string> | undefined,
  words: string,
): { readonly operation: string; readonly length: number } | undefined {
  let length = words.length;
  while (length > 0) {
    const operation = table?.get(words.slice(0, length).replace(/\s+/g, ' '));
    if (operation !== undefined) return { operation, length };
    length = Math.max(words.lastIndexOf(' ', length - 1), words.lastIndexOf('\t', length - 1));
  }
  return undefined;
}

function planeOf(tool: string, operation: string): CommandedOperation['plane'] {
  if (tool !== 'az') return 'gcp';
  return operation.startsWith('Microsoft.') ? 'azure' : 'entra_audit';
}
