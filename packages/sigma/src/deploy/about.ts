import { withSingleBlanks } from '../characters.js';
import { taggedTechnique } from '../model/attack-tags.js';
import type { Deployable } from './counted.js';
import { identitySentence } from './identity.js';

/** What a product has no place for, and so stands in the description of a form. */
export type AboutPart = 'level' | 'techniques' | 'author' | 'references' | 'false positives' | 'identity';

/** Characters of one line, and entries of a list: whoever reads an alert needs the first. */
const LINE_MAX = 600;
const ENTRIES_MAX = 10;

/**
 * Lines on a rule for the description of a product that keeps these things nowhere else; parts that the rule does not have give no line.
 * @returns lines without line breaks, each at most 600 characters long
 */
export function aboutRule({ document, identity }: Deployable, parts: readonly AboutPart[]): readonly string[] {
  const lines: Readonly<Record<AboutPart, string>> = {
    level: labelled('Level', [document.level ?? 'medium']),
    techniques: labelled('ATT&CK', techniquesOf(document.tags)),
    author: labelled('Author', document.author === undefined ? [] : [document.author]),
    references: labelled('References', document.references),
    'false positives': labelled('False positives', document.falsepositives),
    identity: identitySentence(identity),
  };
  return parts.map((part) => lines[part]).filter((line) => line !== '');
}

/** The ids of the ATT&CK techniques among the tags of a rule, each once. */
export function techniquesOf(tags: readonly string[]): readonly string[] {
  return [...new Set(tags.map(taggedTechnique).filter((id) => id !== undefined))];
}

function labelled(label: string, values: readonly string[]): string {
  const entries = values.map(withSingleBlanks).filter((value) => value !== '');
  if (entries.length === 0) return '';
  return `${label}: ${entries.slice(0, ENTRIES_MAX).join('; ')}`.slice(0, LINE_MAX);
}
