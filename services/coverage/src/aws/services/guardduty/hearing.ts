import type { GuardDutyFinding } from '@tripline/attack';
import type { Condition } from '../../../mapping/condition.js';
import { evaluate } from '../../../mapping/evaluate.js';
import { readEventPattern } from '../../../mapping/event-pattern.js';
import type { CollectorContext } from '../../collector.js';
import type { Way } from '../eventbridge/ways.js';
import { archives, type Criterion } from './filters.js';
import { eventField, findingsOf, type RaisedFinding } from './findings.js';

/** The finding types of a detector by who gets their findings; one may be in `partly` and in `unsure` as well. */
export interface Hearing {
  /** Somebody gets every finding. */
  readonly heard: readonly string[];
  /** Somebody gets some of them, such as the grave ones. */
  readonly partly: readonly string[];
  /** Nobody gets one. */
  readonly unheard: readonly string[];
  /** Whether somebody gets them, or more of them, depends on what could not be read or decided. */
  readonly unsure: readonly string[];
}

/** A way that some or all findings take; one without patterns takes every finding. */
interface ReadWay {
  readonly conditions: readonly (Condition | undefined)[];
  readonly unsure: boolean;
}

/** Who gets the findings of these types, by the ways that lead to somebody, after what suppression rules archive. */
export function hearing(
  { externalAccountId, region }: CollectorContext,
  raised: readonly GuardDutyFinding[],
  ways: readonly Way[],
  suppression: readonly Criterion[],
): Hearing {
  const read = ways.map(
    (way): ReadWay => ({ conditions: way.patterns.map(readEventPattern), unsure: way.end === 'unsure' }),
  );
  const result = { heard: [] as string[], partly: [] as string[], unheard: [] as string[], unsure: [] as string[] };
  for (const type of raised) {
    const findings = findingsOf(type, externalAccountId, region).map((finding) => fateOf(finding, read, suppression));
    const certain = findings.filter((fate) => fate === 'heard').length;
    if (certain === findings.length) result.heard.push(type.type);
    else if (findings.some((fate) => fate === 'heard' || fate === 'some')) result.partly.push(type.type);
    else if (!findings.includes('unsure')) result.unheard.push(type.type);
    if (findings.includes('unsure')) result.unsure.push(type.type);
  }
  return result;
}

/** What becomes of a finding: somebody gets it, may get it depending on its other fields, or depending on what is not known; or nobody. */
type Fate = 'heard' | 'some' | 'unsure' | 'lost';
const FATES: readonly Fate[] = ['heard', 'unsure', 'some', 'lost'];

function fateOf(finding: RaisedFinding, ways: readonly ReadWay[], suppression: readonly Criterion[]): Fate {
  const archived = archives(suppression, finding);
  if (archived === true) return 'lost';
  let best: Fate = 'lost';
  for (const way of ways) {
    const fate = takenBy(way, finding);
    if (FATES.indexOf(fate) < FATES.indexOf(best)) best = fate;
  }
  return archived === undefined && best !== 'lost' ? 'unsure' : best;
}

function takenBy({ conditions, unsure }: ReadWay, finding: RaisedFinding): Fate {
  let whole = true;
  for (const condition of conditions) {
    const held = condition === undefined ? undefined : evaluate(condition, (field) => eventField(finding, field));
    if (held === false) return 'lost';
    whole &&= held === true;
  }
  if (unsure) return 'unsure';
  return whole ? 'heard' : 'some';
}
