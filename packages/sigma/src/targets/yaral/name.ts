import { readFileSync } from 'node:fs';
import { isLetter, slugOf, unaccented, withoutEnd, withoutStart } from '../../characters.js';
import { remembered } from '../../remembered.js';

/** The words of the language, which no variable may have as its name, and the names by which analysts know the value at a path. */
interface YaralFacts {
  readonly keywords: readonly string[];
  readonly names: Readonly<Record<string, string>>;
}

const facts = JSON.parse(readFileSync(new URL('../../../data/yaral.json', import.meta.url), 'utf8')) as YaralFacts;
const KEYWORDS: ReadonlySet<string> = new Set(facts.keywords);

/** Longest part of a rule name taken from the title. */
const TITLE_MAX = 96;

/**
 * The name of a YARA-L rule: letters, digits and underscores, beginning with a letter, never a keyword. It is the title with the first
 * block of the id, since names must be unique within an instance and titles are not.
 */
export function ruleName(title: string, id: string | undefined): string {
  const slug = withoutEnd(wordsOf(title).slice(0, TITLE_MAX), '_');
  const suffix = id === undefined ? '' : wordsOf(id).split('_')[0];
  const base = isLetter(slug.charAt(0)) ? slug : slug === '' ? 'sigma_rule' : `sigma_${slug}`;
  if (suffix !== undefined && suffix !== '') return `${base}_${suffix.slice(0, 32)}`;
  return KEYWORDS.has(base) ? `sigma_${base}` : base;
}

/** The name of a variable (without its dollar sign) made from a field name or path; never a keyword of the language. */
export function variableName(text: string): string {
  const slug = withoutEnd(wordsOf(text.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')).slice(0, 60), '_');
  if (slug === '') return 'value';
  return isLetter(slug.charAt(0)) && !KEYWORDS.has(slug) ? slug : `f_${slug}`;
}

const LESS_TELLING = /^(?:fields|detection_fields|rule_labels)\[|\.attribute|\.labels(?=\[)|\.full_path$/g;
/** Groups of fields whose name says nothing of a field's. */
const UNTOLD = ['metadata.', 'security_result.', 'additional.'];
const names = new Map<string, string>();
const NAMES_MAX = 2_000;

/** The name of a variable for the value at a path, as an analyst would choose it. */
export function pathName(path: string): string {
  return remembered(names, path, () => variableName(telling(path)), NAMES_MAX);
}

function telling(path: string): string {
  return (
    facts.names[path] ??
    withoutStart(path, UNTOLD.find((group) => path.startsWith(group)) ?? '').replace(LESS_TELLING, '')
  );
}

const wordsOf = (text: string): string => slugOf(unaccented(text), '_');
