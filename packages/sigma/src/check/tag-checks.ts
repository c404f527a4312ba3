import { tacticNamed, tacticNames } from '../catalogue/tactics.js';
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

const TAG = /^[a-z0-9_-]+\.[a-z0-9][a-z0-9._-]*$/;

/** A name in words, which in ATT&CK's tags is that of a tactic. */
const WORDS = /^[a-z]+(?:[-_][a-z]+)*$/;

/** The form of tags in each namespace (tags appendix of the specification 2.1). */
const NAMESPACES: Readonly<Record<string, RegExp>> = {
  attack: /^(?:t\d{4}(?:\.\d{3})?|(?:g|s|m|a|ds)\d{4}|[a-z]+(?:[-_][a-z]+){0,4})$/,
  car: /^\d{4}-\d{2}-\d{3}$/,
  cve: /^\d{4}[.-]\d{4,7}$/,
  d3fend: /^(?:d3f?-[a-z0-9-]+|[a-z]+)$/,
  detection: /^(?:dfir|emerging-threats|threat-hunting)$/,
  stp: /^[1-5][auk]?$/,
  tlp: /^(?:red|amber|amber-strict|green|clear)$/,
};

/** Checks the tags of a document. */
export function* checkTags({ tags }: SigmaDocument, knownTechnique: KnownTechnique | undefined): Generator<Remark> {
  for (const [index, tag] of tags.entries()) {
    const segments = ['tags', index];
    const lower = tag.toLowerCase();
    const dot = lower.indexOf('.');
    const namespace = lower.slice(0, dot);
    const value = lower.slice(dot + 1);
    if (tag.length > 128 || !TAG.test(lower)) {
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
    } else if (!form.test(value)) {
      yield {
        code: 'tag_format',
        severity: 'warning',
        message: `the tag "${tag}" does not have the form of its namespace`,
        segments,
      };
    } else if (namespace === 'attack' && isTechniqueName(value) && knownTechnique !== undefined) {
      yield* checkTechnique(value.toUpperCase(), knownTechnique, segments, tag);
    } else if (namespace === 'attack' && WORDS.test(value)) {
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
