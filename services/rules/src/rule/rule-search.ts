import { technique } from '@tripline/attack';
import { BadRequestError } from '@tripline/service';
import { LOG_NAMES } from './log-names.js';
import type { RuleContent } from './rule-resource.js';

/** What of a rule is looked for beside its row's own columns. */
type Searched = Pick<RuleContent, 'techniques' | 'platform' | 'yaml'> & {
  /** Its values as they are written. */
  readonly evidence: readonly { readonly value: string }[];
};

/**
 * What a search finds a rule by that its row does not say: the names of its techniques and of their parents, its log, and the parts of names that
 * are written as one, such as `CreateAccessKey`. The database makes the words of it (decision 61).
 */
export function searchNames({ evidence, platform, techniques, yaml }: Searched): string {
  const names = techniques.flatMap((id) => {
    const known = technique(id);
    const parent = known?.parent === undefined ? undefined : technique(known.parent);
    return [known?.name ?? '', parent?.name ?? ''];
  });
  const log = platform === null ? [] : [platform, LOG_NAMES[platform]];
  const parts = evidence.flatMap(({ value }) => partsOf(value));
  return [...new Set([...names, ...log, ...logsourceOf(yaml), ...parts])].filter((text) => text !== '').join(' ');
}

/** Products, categories and services of the log sources in a Sigma text. Only for a search: the text is not parsed. */
function logsourceOf(yaml: string): string[] {
  const sections = yaml.split(/^logsource:/m).slice(1);
  return sections.flatMap((section) => {
    const body = /^(?:[^\n]*\n)?(?:[ \t]+[^\n]*\n?)*/.exec(section.slice(0, 1000))?.[0] ?? '';
    return [...body.matchAll(/\b(?:product|category|service)["']?\s*:\s*["']?([^"',}\n]{1,80})/g)].map(
      ([, name = '']) => name.trim(),
    );
  });
}

/** A text with spaces between the parts of names that are written as one. */
const parted = (text: string): string => text.replaceAll(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ');

const partsOf = (value: string): string[] => {
  const parts = parted(value);
  return parts === value ? [] : [parts];
};

/** Each word of a search may read a large part of the index. */
const MOST_WORDS = 16;

/**
 * The texts of which one must be found for a search: as it was typed, and with the parts of names apart.
 * @throws BadRequestError for more than {@link MOST_WORDS} words
 */
export function searchedTexts(q: string): readonly string[] {
  const words = q.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  if (words > MOST_WORDS) {
    const message = `may have at most ${MOST_WORDS} words; this one has ${words}`;
    throw new BadRequestError(`The search ${message}.`, { details: [{ path: 'q', message: `q ${message}` }] });
  }
  return [q, ...partsOf(q)];
}
