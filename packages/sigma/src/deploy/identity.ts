import { createHash } from 'node:crypto';
import type { SigmaCollection, SigmaCorrelation, SigmaDocument, SigmaRule } from '../model/rule.js';
import { indexReferences } from '../parse/references.js';
import { writtenOf } from '../parse/written.js';
import type { RuleObject } from '../write/rule-object.js';
import { stringifySigma } from '../write/stringify.js';

/** Which rule a deployed form is, and which text of it, so that whoever imports it again knows. */
export interface RuleIdentity {
  /** The rule's own id. */
  readonly id?: string;
  /** The first twelve hex digits of the SHA-256 of its canonical YAML. */
  readonly version: string;
  /** The number of the version in the library that the rule comes from. */
  readonly libraryVersion?: number;
}

const VERSION_DIGITS = 12;

/**
 * The version of a document: the first twelve hex digits of the SHA-256 of its canonical YAML (`stringifySigma`), with the filters that
 * narrow it. A correlation's YAML is that of the rules that it refers to, then its own.
 */
export function ruleVersion(document: SigmaRule | SigmaCorrelation, collection: SigmaCollection): string {
  const written = withReferred(document, collection).flatMap(writtenOf);
  return createHash('sha256').update(canonical(written, document)).digest('hex').slice(0, VERSION_DIGITS);
}

function withReferred(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  seen = new Set<SigmaDocument>(),
): readonly SigmaDocument[] {
  if (seen.has(document)) return [];
  seen.add(document);
  if (document.kind === 'rule') return [document];
  const index = indexReferences(collection.documents);
  const referred = document.rules.flatMap((reference) => index.get(reference) ?? []);
  return [...referred.flatMap((part) => withReferred(part, collection, seen)), document];
}

/** Documents that nobody parsed, and values that YAML cannot hold, are told apart by what they are as objects. */
function canonical(written: readonly object[], document: SigmaRule | SigmaCorrelation): string {
  try {
    if (written.length > 0) return stringifySigma(written as readonly RuleObject[]);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return JSON.stringify(written.length > 0 ? written : document, (_, value) =>
    value instanceof Map ? [...value] : typeof value === 'bigint' ? String(value) : value,
  );
}

/** A sentence with id and version, for products that keep them nowhere but in a description. */
export function identitySentence({ id, version, libraryVersion }: RuleIdentity): string {
  const number = libraryVersion === undefined ? '' : ` (${libraryVersion} in the library)`;
  return `Sigma rule${id === undefined ? '' : ` ${id.slice(0, 100)}`}, version ${version}${number}.`;
}
