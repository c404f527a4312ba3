import { type Level, parseSigma } from '@tripline/sigma';
import type { DraftItem, DraftSelection, DraftValue, RuleDraft } from '../draft/rule-draft.js';
import { distinct, listed, titleNaming } from '../draft/text.js';
import type { Noise } from '../model.js';
import { withoutLast } from '../text/ends.js';
import { splitPath } from '../text/shape.js';
import { countNoise, eventsFiring } from './count-noise.js';
import { everydayRecordings } from './everyday-tables.js';
import { isBareName, pathInText } from './path-in-text.js';

/** From this share of all recordings on, a rule is noisy. */
const NOISY_SHARE = 0.1;
/** A rule that stays noisy in this share of its log source's recordings is not given. */
const USELESS_SHARE = 0.5;
/** Most programs or folders that are excepted; with more, an exception is no help. */
const EXCEPTED_MAX = 4;
const FILTER = 'filter_main_everyday';
/** Fields in which the name of a program or library may be Windows' own, so that its folder matters. */
const PLACE_FIELDS = ['ImageLoaded', 'Image'];
/** Whether a path is one of Windows itself; `x.` stands for any name there. */
function isOfWindows(path: string): boolean {
  const place = path.toLowerCase();
  const folder = ['c:\\windows', 'c:\\program files'].find((each) => place.startsWith(`${each}\\`));
  return folder !== undefined && !place.slice(folder.length + 1).includes('\\x.');
}
/** Fields that name the program that acts in an event. Everyday shapes are excepted by it. */
const ACTOR_FIELDS = ['Image', 'SourceImage', 'ProcessName'];
const ALERTING_LEVELS: readonly Level[] = ['medium', 'high', 'critical'];

/** The draft after reducing its noise, or why it is not given. */
export type NoiseReduced = { readonly draft: RuleDraft } | { readonly dropped: string };

/**
 * Reduces the noise of a draft that everyday logs satisfy. Names get the path that the text gives; values that are everyday by themselves
 * are left out; the few programs that cause the rest are excepted. A draft that stays noisy gets a low level and says so; one that half of
 * the recordings satisfy is dropped. `write` gives a draft's YAML, `text` is the advisory's. Correlations are not changed, since their
 * noise is an upper bound.
 */
export function reduceNoise(
  draft: RuleDraft,
  noise: Noise,
  text: string,
  write: (draft: RuleDraft) => string,
): NoiseReduced {
  if (draft.chain !== undefined || draft.correlation !== undefined) return { draft };
  const noiseOf = (each: RuleDraft): Noise | null => countNoise(parseSigma(write(each)).documents);
  const narrower = [
    (each: RuleDraft) => withPaths(each, text, noiseOf),
    (each: RuleDraft) => withoutEveryday(each, noiseOf),
    (each: RuleDraft) => exceptPlaces(each, write),
    (each: RuleDraft) => exceptPrograms(each, write),
  ];
  let narrowed = draft;
  let left = noise;
  for (const narrow of narrower) {
    narrowed = narrow(narrowed);
    const now = noiseOf(narrowed);
    if (!isNoisy(now)) return { draft: narrowed };
    left = now;
  }
  return lowered(narrowed, left);
}

/** Whether so many recordings satisfy a rule that nobody could look at its alerts. */
export function isNoisy(noise: Noise | null): noise is Noise {
  return noise !== null && noise.recordings >= NOISY_SHARE * everydayRecordings();
}

type Count = (draft: RuleDraft) => Noise | null;

/**
 * Replaces the values of an item everywhere by what `change` gives. Undefined leaves the value out, and with it an alternative that has no
 * other.
 */
function changedValues(
  draft: RuleDraft,
  change: (value: DraftValue, item: DraftItem, selection: DraftSelection) => DraftValue | undefined,
): RuleDraft {
  const selections = draft.selections.map((selection): DraftSelection => {
    if (selection.filter === true) return selection;
    const alternatives = selection.alternatives
      .map((items) =>
        items.map((item) => ({
          ...item,
          values: item.values.flatMap((value) => change(value, item, selection) ?? []),
        })),
      )
      .filter((items) => items.every(({ values }) => values.length > 0));
    return { ...selection, alternatives };
  });
  return { ...draft, selections };
}

/** The draft with only one value of an item, to count what that value adds to the noise. */
function onlyWith(draft: RuleDraft, selection: DraftSelection, item: DraftItem, value: DraftValue): RuleDraft {
  const alternatives = selection.alternatives
    .filter((items) => items.includes(item))
    .map((items) => items.map((each) => (each === item ? { ...each, values: [value] } : each)));
  return {
    ...draft,
    selections: draft.selections.map((each) => (each === selection ? { ...each, alternatives } : each)),
  };
}

/** Replaces bare names that are noisy by themselves by the path that the text gives for them. */
function withPaths(draft: RuleDraft, text: string, noiseOf: Count): RuleDraft {
  return changedValues(draft, (value, item, selection) => {
    if (!item.modifiers.includes('endswith') || !isNoisy(noiseOf(onlyWith(draft, selection, item, value))))
      return value;
    return pathInText(String(value.literal), text) ?? value;
  });
}

/** Leaves out values, and then alternatives, that are noisy by themselves, where others remain. */
function withoutEveryday(draft: RuleDraft, noiseOf: Count): RuleDraft {
  const left: string[] = [];
  const fewer = changedValues(draft, (value, item, selection) => {
    if (item.modifiers.includes('all') || item.values.length + selection.alternatives.length < 3) return value;
    if (!isNoisy(noiseOf(onlyWith(draft, selection, item, value)))) return value;
    left.push(String(value.literal));
    return undefined;
  });
  if (left.length === 0 || fewer.selections.some(({ alternatives }) => alternatives.length === 0)) return draft;
  return {
    ...fewer,
    title: titleWithout(fewer, left),
    description: `${draft.description} Values that everyday logs hold are left out: ${listed(left, 4)}.`,
  };
}

/** The title of a draft whose names are those of values that it has still: others take the place of what was left out. */
function titleWithout({ title, selections }: RuleDraft, left: readonly string[]): string {
  const at = title.lastIndexOf(TITLE_NAMES);
  const named = title.slice(at + TITLE_NAMES.length).toLowerCase();
  if (at < 0 || !left.some((value) => named.includes(lastPart(value).toLowerCase()))) return title;
  const kept = selections
    .filter(({ filter }) => filter !== true)
    .flatMap(({ alternatives }) => alternatives.flat())
    .filter(({ field, values }) => field !== DATA && values.some(({ origin }) => !('template' in origin)))
    .at(-1);
  const names = (kept?.values ?? []).map(({ literal }) => lastPart(String(literal)));
  return titleNaming(title.slice(0, at), names, TITLE_NAMES_MAX);
}

/** The data of a registry value names nothing. */
const DATA = 'Details';
const TITLE_NAMES = ' - ';
const TITLE_NAMES_MAX = 3;

/** The last part of a path, without a backslash at its end. */
function lastPart(value: string): string {
  return splitPath(withoutLast(value, '\\')).at(-1) ?? value;
}

/** Excepts the Windows folders from which the names that a draft looks for are loaded or started every day. */
function exceptPlaces(draft: RuleDraft, write: (draft: RuleDraft) => string): RuleDraft {
  const named = draft.selections.flatMap(({ alternatives }) => alternatives.flat());
  const field = PLACE_FIELDS.find((name) =>
    named.some((item) => item.field === name && item.values.every(({ literal }) => isBareName(String(literal)))),
  );
  return field === undefined
    ? draft
    : excepting(draft, write, field, 'startswith', (path) => path.slice(0, path.lastIndexOf('\\') + 1));
}

/** Excepts the Windows programs that cause all everyday events of the draft, where the draft names no program. */
function exceptPrograms(draft: RuleDraft, write: (draft: RuleDraft) => string): RuleDraft {
  const used = new Set(draft.selections.flatMap(({ alternatives }) => alternatives.flat().map((item) => item.field)));
  const field = ACTOR_FIELDS.find((name) => !used.has(name));
  return field === undefined ? draft : excepting(draft, write, field, undefined, (path) => path);
}

/** The draft with a filter on the values that its everyday events have in a field, where all are Windows' own and few enough to list. */
function excepting(
  draft: RuleDraft,
  write: (draft: RuleDraft) => string,
  field: string,
  modifier: string | undefined,
  part: (path: string) => string,
): RuleDraft {
  const [rule] = parseSigma(write(draft)).documents;
  if (rule?.kind !== 'rule' || draft.condition.includes(' or ')) return draft;
  const paths = eventsFiring(rule).map((event) => String(event[field] ?? ''));
  const excepted = distinct(paths.map(part));
  if (!paths.every((path) => isOfWindows(path)) || excepted.length === 0 || excepted.length > EXCEPTED_MAX)
    return draft;
  const values = excepted.map((literal) => ({ literal, origin: { template: 'everyday-programs' } }));
  const modifiers = modifier === undefined ? [] : [modifier];
  return {
    ...draft,
    description: `${draft.description} Programs of Windows that do so every day are excepted.`,
    selections: [...draft.selections, { name: FILTER, filter: true, alternatives: [[{ field, modifiers, values }]] }],
    condition: `${draft.condition} and not ${FILTER}`,
  };
}

/** A noisy draft at a low level, with a sentence that says how noisy it is. */
function lowered(draft: RuleDraft, noise: Noise): NoiseReduced {
  const said = `${noise.recordings} of ${noise.of} recordings of everyday logs hold such an event`;
  if (noise.recordings >= USELESS_SHARE * noise.of && draft.level !== 'informational') return { dropped: said };
  return {
    draft: {
      ...draft,
      level: ALERTING_LEVELS.includes(draft.level) ? 'low' : draft.level,
      falsepositives: [...draft.falsepositives, `Everyday work: ${said}`],
    },
  };
}
