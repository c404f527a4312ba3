import type { DraftItem, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import { words } from '../../knowledge/load.js';
import type { FileWritten } from '../../model.js';
import { startsWithAny } from '../../text/ends.js';
import { isTelling } from './draft-linux.js';
import { homeLength, isOrdinary } from './mac.js';

/** One rule on the files of macOS that the advisory says were written. Below a home directory the user differs, so the end of the path counts. */
export function macFileRule(told: readonly FileWritten[]): RuleDraft | undefined {
  const whole = new Map<string, DraftValue>();
  const ends = new Map<string, DraftValue>();
  const kept = told.filter((file) => {
    const { value, system } = file;
    return !isOrdinary(value) && !isReadThere(value) && (system === 'macos' || isTelling(file));
  });
  for (const { value, start, end } of kept) {
    const home = homeLength(value);
    const isBare = !value.includes('/');
    const literal = isBare ? `/${value}` : value.slice(home);
    const list = isBare || home > 0 || isLinked(value) ? ends : whole;
    if (literal.length > 4 && !list.has(literal)) list.set(literal, { literal, origin: { start: start + home, end } });
  }
  const first = [...whole.keys(), ...ends.keys()][0];
  if (first === undefined) return undefined;
  const techniques = distinct(kept.flatMap((file) => file.techniques));
  return {
    platform: null,
    behaviour: 'files:macos',
    title: titleOf(`macOS Files Written By The Reported Intrusion - ${first}`),
    description: `Detects files written at the places that the advisory reports.${whyItMatters(techniques)}`,
    level: 'medium',
    logsource: { category: 'file_event', product: 'macos' },
    selections: [{ name: 'selection', alternatives: [...item([], whole), ...item(['endswith'], ends)] }],
    condition: 'selection',
    techniques: techniques.length > 0 ? techniques : ['T1105'],
    falsepositives: ['Software that happens to use the same path'],
    confidence: Math.max(...kept.map(({ confidence }) => confidence)),
  };
}

/** Whether a path lies in a folder that macOS only links to: `/tmp` is `/private/tmp`, and sensors write the latter. */
function isLinked(path: string): boolean {
  return startsWithAny(path, words('mac-linked-folders'));
}

/** Whether a path lies where thieves read rather than write. */
function isReadThere(path: string): boolean {
  return words('mac-read-places').some((place) => path.includes(place));
}

function item(
  modifiers: readonly string[],
  values: ReadonlyMap<string, DraftValue>,
): readonly (readonly DraftItem[])[] {
  return values.size === 0 ? [] : [[{ field: 'TargetFilename', modifiers, values: [...values.values()] }]];
}
