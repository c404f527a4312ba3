import { currentId } from '@tripline/attack';
import { checkPhrases } from './check-phrases.js';

/** What is known of a technique in addition to its catalogue entry. */
export interface KnownTechnique {
  /** Why it matters to a defender, as a sentence. */
  readonly why?: string;
  /** Phrases that describe its procedure. */
  readonly phrases?: readonly string[];
}

const FIELDS: ReadonlySet<string> = new Set(['why', 'phrases', 'found', 'not-found']);

/** The techniques of all families, each on a line of its own, without their proofs. Throws an error that names the file at fault. */
export function compileTechniques(
  families: readonly { readonly name: string; readonly content: unknown }[],
  lists: ReadonlyMap<string, readonly string[]>,
): string {
  return families.flatMap(({ name, content }) => familyLines(name, content, lists)).join(',\n');
}

function familyLines(
  family: string,
  content: unknown,
  lists: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const fail = (what: string): never => {
    throw new Error(`techniques/${family}.yaml: ${what}`);
  };
  const entries = Object.entries((content ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>);
  return entries.map(([id, entry]) => {
    if (currentId(id) !== id) fail(`${id} is not a current ATT&CK technique`);
    if (id.split('.')[0] !== family) fail(`${id} is of another family`);
    for (const field of Object.keys(entry)) if (!FIELDS.has(field)) fail(`${id} has an unknown field ${field}`);
    const { why, phrases, found } = entry as KnownTechnique & { readonly found?: readonly string[] };
    if (why === undefined && phrases === undefined) fail(`${id} has neither why nor phrases`);
    if ((phrases === undefined) !== (found === undefined))
      fail(`${id} has phrases without found, or found without phrases`);
    checkPhrases(`techniques/${family}.yaml: ${id}`, phrases ?? [], lists);
    return `    ${JSON.stringify(id)}: ${JSON.stringify({ why, phrases })}`;
  });
}
