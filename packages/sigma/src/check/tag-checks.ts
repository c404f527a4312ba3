import { tacticNamed, tacticNames } from '../catalogue/tactics.js';
import { isDigits, isLetters, isWords, partsBetween } from '../characters.js';
import { isTechniqueName } from '../model/attack-tags.js';
import type { SigmaDocument } from '../model/rule.js';
import type { Remark } from './finding.js';
import { probablyMeant } from './slips.js';

/** The result of looking up a technique id: whether it is current, and which id replaced it. */
export interface TechniqueVerdict {
  readonly ok: boolean;
  readonly successor?: string;
}

/** A look-up in an ATT&CK catalogue. Callers pass it in, because this package has no catalogue. Takes an id such as `T1059.001`. */
export type KnownTechnique = (id: string) => TechniqueVerdict;

/** Whether a tag, in lower case, is a namespace, a dot and a value. */
function isTag(namespace: string, value: string): boolean {
  return isWords(namespace, '-') && isWords(value, '.-') && !'_.-'.includes(value.charAt(0));
}

/** Whether a value is a name in words, which in ATT&CK's tags is that of a tactic. */
const isInWords = (value: string): boolean => partsBetween(value, '-_').every(isLetters);

/** Whether a value is digits in groups of these lengths, with dashes between. */
const isDigitsOf = (value: string, ...lengths: readonly number[]): boolean => {
  const groups = value.split('-');
  return (
    groups.length === lengths.length && groups.every((group, at) => group.length === lengths[at] && isDigits(group))
  );
};

/** What begins the names of ATT&CK that have four digits: groups, software, mitigations, assets and data sources. */
const NUMBERED = ['g', 's', 'm', 'a', 'ds'];
const MOST_WORDS_OF_ATTACK = 5;

function isOfAttack(value: string): boolean {
  if (isTechniqueName(value) || (isInWords(value) && partsBetween(value, '-_').length <= MOST_WORDS_OF_ATTACK))
    return true;
  return NUMBERED.some((letters) => value.startsWith(letters) && isDigitsOf(value.slice(letters.length), 4));
}

function isOfCve(value: string): boolean {
  const number = value.slice(5);
  return (
    isDigitsOf(value.slice(0, 4), 4) &&
    '.-'.includes(value.charAt(4)) &&
    isDigits(number) &&
    number.length >= 4 &&
    number.length <= 7
  );
}

function isOfDefend(value: string): boolean {
  const dash = value.indexOf('-');
  if (dash === -1) return isLetters(value);
  return ['d3', 'd3f'].includes(value.slice(0, dash)) && isWords(value.slice(dash + 1), '-') && !value.includes('_');
}

/** The form of values in each namespace (tags appendix of the specification 2.1). */
const NAMESPACES: Readonly<Record<string, (value: string) => boolean>> = {
  attack: isOfAttack,
  car: (value) => isDigitsOf(value, 4, 2, 3),
  cve: isOfCve,
  d3fend: isOfDefend,
  detection: (value) => ['dfir', 'emerging-threats', 'threat-hunting'].includes(value),
  stp: (value) => ['1', '2', '3', '4', '5'].includes(value.charAt(0)) && ['', 'a', 'u', 'k'].includes(value.slice(1)),
  tlp: (value) => ['red', 'amber', 'amber-strict', 'green', 'clear'].includes(value),
};

/** Checks the tags of a document. */
export function* checkTags({ tags }: SigmaDocument, knownTechnique: KnownTechnique | undefined): Generator<Remark> {
  for (const [index, tag] of tags.entries()) {
    const segments = ['tags', index];
    const lower = tag.toLowerCase();
    const dot = lower.indexOf('.');
    const namespace = lower.slice(0, dot);
    const value = lower.slice(dot + 1);
    if (tag.length > 128 || dot === -1 || !isTag(namespace, value)) {
      yield {
        code: 'tag_format',
        severity: 'warning',
        message: `the tag "${tag}" does not have the form namespace.value`,
        segments,
      };
      continue;
    }
    if (tag !== lower && namespace !== 'd3fend') {
      yield {
        code: 'tag_format',
        severity: 'warning',
        message: `the tag "${tag}" must be in lower case`,
        segments,
        fix: { find: tag, replace: lower },
      };
    }
    const form = Object.hasOwn(NAMESPACES, namespace) ? NAMESPACES[namespace] : undefined;
    if (form === undefined) {
      yield {
        code: 'tag_unknown',
        severity: 'info',
        message: `the tag namespace "${namespace}" is not in the specification`,
        segments,
      };
    } else if (!form(value)) {
      yield {
        code: 'tag_format',
        severity: 'warning',
        message: `the tag "${tag}" does not have the form of its namespace`,
        segments,
      };
    } else if (namespace === 'attack' && isTechniqueName(value) && knownTechnique !== undefined) {
      yield* checkTechnique(value.toUpperCase(), knownTechnique, segments, tag);
    } else if (namespace === 'attack' && isInWords(value)) {
      yield* checkTactic(value, segments);
    }
  }
}

function* checkTechnique(
  id: string,
  knownTechnique: KnownTechnique,
  segments: readonly (string | number)[],
  tag: string,
): Generator<Remark> {
  const { ok, successor } = knownTechnique(id);
  if (ok) return;
  yield successor === undefined
    ? { code: 'unknown_technique', severity: 'warning', message: `ATT&CK has no technique ${id}`, segments }
    : {
        code: 'retired_technique',
        severity: 'warning',
        message: `ATT&CK retired ${id}; write ${successor}`,
        segments,
        fix: { find: tag, replace: `attack.${successor.toLowerCase()}` },
      };
}

function* checkTactic(name: string, segments: readonly (string | number)[]): Generator<Remark> {
  const written = name.replaceAll('_', '-');
  if (tacticNamed(written) !== undefined) return;
  const meant = probablyMeant(written, new Set(tacticNames()));
  const message = `ATT&CK has no tactic "${name}"${meant === undefined ? '' : `; it is probably "${meant}"`}`;
  const fix = meant === undefined ? {} : { fix: { find: `attack.${name}`, replace: `attack.${meant}` } };
  yield { code: 'unknown_tactic', severity: 'warning', message, segments, ...fix };
}
