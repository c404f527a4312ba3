import { type Level, parseSigma } from '@tripline/sigma';
import type { DraftItem, DraftSelection, DraftValue, RuleDraft } from '../draft/rule-draft.js';
import { distinct, listed } from '../draft/text.js';
import type { Noise } from '../model.js';
import { countNoise, eventsFiring } from './count-noise.js';
import { everydayRecordings } from './everyday-tables.js';
import { pathInText } from './path-in-text.js';

/** From this share of all recordings on a rule is loud. */
const NOISY_SHARE = 0.1;
/** A rule that stays loud in this share of the recordings of its log source tells nothing. */
const USELESS_SHARE = 0.5;
/** More programs or folders than this are no list of exceptions. */
const EXCEPTED_MAX = 4;
const FILTER = 'filter_main_everyday';
/** Where the name of a program or library may be Windows' own and the place tells. */
const PLACE_FIELDS = ['ImageLoaded', 'Image'];
const BARE_NAME = /^\\[^\\]+$/;
/** A place of Windows itself; `x.` stands for any name there. */
const OF_WINDOWS = /^C:\\(?:Windows|Program Files)\\(?!.*\\x\.)/i;
/** Who acts in an event, by the field that says it; the programs of everyday shapes can be excepted by it. */
const ACTOR_FIELDS = ['Image', 'SourceImage', 'ProcessName'];
const ALERTING_LEVELS: readonly Level[] = ['medium', 'high', 'critical'];

/** A draft as quiet as it can be made, or why it is not given. */
export type NoiseReduced = { readonly draft: RuleDraft } | { readonly dropped: string };

/**
 * Narrows a draft that everyday logs satisfy as `noise` says: names get the path that the text gives, values that are everyday by themselves are left out, and the
 * few programs that explain the rest are excepted. What is loud nevertheless is lowered, and says so; what half of the recordings hold is dropped.
 * `write` gives a draft's YAML, `text` is the advisory's. Correlations are left as they are: their noise is only the most it can be.
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

/** Whether so many recordings hold what a rule matches that nobody could look at it. */
export function isNoisy(noise: Noise | null): noise is Noise {
  return noise !== null && noise.recordings >= NOISY_SHARE * everydayRecordings();
}

type Count = (draft: RuleDraft) => Noise | null;

/** Replaces the value of an item everywhere by what `change` gives; undefined leaves the value out, and with it an alternative that has no other. */
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

/** The draft with one value alone in its place: what that value adds to its noise. */
function onlyWith(draft: RuleDraft, selection: DraftSelection, item: DraftItem, value: DraftValue): RuleDraft {
  const alternatives = selection.alternatives
    .filter((items) => items.includes(item))
    .map((items) => items.map((each) => (each === item ? { ...each, values: [value] } : each)));
  return {
    ...draft,
    selections: draft.selections.map((each) => (each === selection ? { ...each, alternatives } : each)),
  };
}

/** Bare names that are loud by themselves get the path the text gives for them. */
function withPaths(draft: RuleDraft, text: string, noiseOf: Count): RuleDraft {
  return changedValues(draft, (value, item, selection) => {
    if (!item.modifiers.includes('endswith') || !isNoisy(noiseOf(onlyWith(draft, selection, item, value))))
      return value;
    return pathInText(String(value.literal), text) ?? value;
  });
}

/** Without the values, then without the alternatives, that are loud by themselves, where others remain. */
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
    description: `${draft.description} Left out is what everyday logs hold: ${listed(left, 4)}.`,
  };
}

/** Excepts the folders of Windows from which the names that a draft asks for are loaded or started every day. */
function exceptPlaces(draft: RuleDraft, write: (draft: RuleDraft) => string): RuleDraft {
  const named = draft.selections.flatMap(({ alternatives }) => alternatives.flat());
  const field = PLACE_FIELDS.find((name) =>
    named.some((item) => item.field === name && item.values.every(({ literal }) => BARE_NAME.test(String(literal)))),
  );
  return field === undefined
    ? draft
    : excepting(draft, write, field, 'startswith', (path) => path.slice(0, path.lastIndexOf('\\') + 1));
}

/** Excepts the programs of Windows that explain all everyday events the draft matches, where the draft asks for no program of its own. */
function exceptPrograms(draft: RuleDraft, write: (draft: RuleDraft) => string): RuleDraft {
  const used = new Set(draft.selections.flatMap(({ alternatives }) => alternatives.flat().map((item) => item.field)));
  const field = ACTOR_FIELDS.find((name) => !used.has(name));
  return field === undefined ? draft : excepting(draft, write, field, undefined, (path) => path);
}

/** The draft with a filter on what its everyday events have in a field, where all of it is Windows' own and little enough to be listed. */
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
  if (!paths.every((path) => OF_WINDOWS.test(path)) || excepted.length === 0 || excepted.length > EXCEPTED_MAX)
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

/** A loud draft at a level that wakes nobody, saying how loud it is. */
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
