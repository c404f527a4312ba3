import { currentId } from '@tripline/attack';
import { BadRequestError, storableText } from '@tripline/service';
import { parseSigma, standaloneDocuments } from '@tripline/sigma';
import { indexableKey, MAX_INDEXED, sha256 } from './indexable.js';

/** A rule that runs in a SIEM, as its owner declared it. */
export interface DeclaredRule {
  /** Tells it from the account's other declared rules: the SIEM and the rule's id. */
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly siem: string;
  /** Current ids of the techniques it is tagged with. */
  readonly techniques: readonly string[];
}

const TECHNIQUE_TAG = /^attack\.(t\d{4}(?:\.\d{3})?)$/i;

/**
 * The rules of a Sigma text that stand for themselves.
 * @param place names the text in errors, such as `rules[2]`
 * @throws BadRequestError when it is no Sigma, with its first fault
 */
export function readDeclared(yaml: string, place: string, siem: string): DeclaredRule[] {
  const collection = parseSigma(yaml);
  const [fault] = collection.errors;
  if (fault !== undefined) throw new BadRequestError(`Invalid body: ${place} is no Sigma rule: ${fault.message}.`);
  return standaloneDocuments(collection).map(({ description, document, id, tags, title }) => ({
    // Without an id of its own a rule is known by its text.
    key: indexableKey(`${siem}/${id?.toLowerCase() ?? sha256(`${document} ${yaml}`)}`),
    name: storableText(title, MAX_INDEXED),
    description: description === undefined ? null : storableText(description),
    siem,
    techniques: [...new Set(tags.flatMap(techniqueOfTag))],
  }));
}

function techniqueOfTag(tag: string): string[] {
  const written = TECHNIQUE_TAG.exec(tag)?.[1];
  const id = written === undefined ? undefined : currentId(written);
  return id === undefined ? [] : [id];
}
