import { alternativesRule, reportedRule, surestOfEach, valuesOf } from '../../draft/reported-rule.js';
import type { DraftItem, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { hasBrace, hasStandIn } from '../../draft/stand-in.js';
import { distinctBy, groupBy } from '../../draft/text.js';
import { wordSet, words } from '../../knowledge/load.js';
import type { RegistryValue } from '../../model.js';
import { isDigit, isWordCharacter } from '../../text/characters.js';
import { trimEndOf, withoutEnding } from '../../text/ends.js';
import { firstWord, hasAny, isNumber, splitPath } from '../../text/shape.js';
import { isAll } from '../../text/stretches.js';
import type { Drafting } from '../kind.js';

const LOGSOURCE = { category: 'registry_set', product: 'windows' } as const;

/** Rules on registry values: at paths of the actor's own, and autorun values by the program they start or by their name. */
export function draftRegistryValues({ behaviours }: Drafting): readonly RuleDraft[] {
  const told = behaviours.filter((each) => each.kind === 'registry-value');
  return [...placeRules(told), autorunRule(told), autorunValueRule(told)].filter((draft) => draft !== undefined);
}

/** Whether parts of a path stand for something else, so that no rule looks for it. A GUID in braces and a value whose name begins with `*` are literal. */
export function hasPlaceholder(path: string): boolean {
  const starred = path.split('*').slice(1);
  return (
    hasAny(path, '<>%[') || hasBrace(path) || hasStandIn(path) || starred.some((part) => !isWordCharacter(part[0]))
  );
}
const SHORTEST_PATH = 17;
const PARTS_MIN = 4;
/** Parts of a path whose last one the text calls a value's name. */
const NAMED_PARTS_MIN = 2;

/** Rules on the values at places of the actor's own: one for each technique that they show, since what is said of one is not true of the other. */
function placeRules(told: readonly RegistryValue[]): readonly RuleDraft[] {
  const list = surestOfEach(told)
    .filter((each) => isOwnPlace(pathOf(each), each.isNamed === true ? NAMED_PARTS_MIN : PARTS_MIN) || isOwnKey(each))
    .map((each) => withData(each, told));
  const groups = [...groupBy(list, ({ techniques }) => techniques[0] ?? '').values()];
  return groups.map((group, at) => placeRule(group, at === 0 ? '' : `:${group[0]?.techniques[0]?.toLowerCase()}`));
}

function placeRule(list: readonly RegistryValue[], suffix: string): RuleDraft {
  const [first] = list as readonly [RegistryValue, ...RegistryValue[]];
  const bare = list.filter(({ holds }) => holds === undefined);
  const places = { field: 'TargetObject', modifiers: ['contains'], values: valuesOf(bare, keyOrPathOf) };
  return alternativesRule(
    list,
    [
      ...(bare.length === 0 ? [] : [[places]]),
      ...list.flatMap((each) => holding(each, valueAt(withoutControlSet(pathOf(each)), each))),
    ],
    {
      platform: 'endpoint-sysmon',
      behaviour: `registry:set${suffix}`,
      title: `Registry Values Set By The Reported Intrusion - ${withoutHive(first.value).split('\\').slice(1).slice(-2).join('\\')}`,
      description: 'Detects registry values set at the places that the advisory reports.',
      level: 'medium',
      logsource: LOGSOURCE,
      falsepositives: ['Software that sets the same value for its own purpose'],
    },
    'T1112',
  );
}

function pathOf({ value }: RegistryValue): string {
  return withoutHive(value);
}

/** A path of which a backslash at its end says that it is a key, whose name is not the beginning of another's. */
function keyOrPathOf(each: RegistryValue): string {
  return `${withoutControlSet(pathOf(each))}${each.value.endsWith('\\') ? '\\' : ''}`;
}

/** A value with what it holds, where any of its places says so. */
function withData(each: RegistryValue, told: readonly RegistryValue[]): RegistryValue {
  const same = told.find(({ value, holds }) => holds !== undefined && value.toLowerCase() === each.value.toLowerCase());
  return same?.holds === undefined ? each : { ...each, holds: same.holds };
}

/** The alternative for a value that is known with what it holds; none where it is not. */
function holding({ holds }: RegistryValue, path: DraftValue): readonly (readonly DraftItem[])[] {
  if (holds === undefined) return [];
  const { data, isExact } = holds;
  return [
    [
      {
        field: 'TargetObject',
        modifiers: [hasOnlyDefault(String(path.literal)) ? 'contains' : 'endswith'],
        values: [path],
      },
      { field: 'Details', modifiers: isExact ? [] : ['contains'], values: [valueAt(data.name, data)] },
    ],
  ];
}

/** Whether a key is one whose data stands in its default value, which the log writes behind it: `\InprocServer32\(Default)`. */
function hasOnlyDefault(path: string): boolean {
  return wordSet('keys-with-default').has((splitPath(path).at(-1) ?? '').toLowerCase());
}

/** Whether a path without hive is long enough to be specific, and not a key that programs of all kinds write to. */
function isOwnPlace(path: string, least: number): boolean {
  const key = path.toLowerCase();
  return (
    path.split('\\').length >= least &&
    path.length >= SHORTEST_PATH &&
    !words('registry-shared-keys').some((shared) => key.endsWith(shared.toLowerCase())) &&
    !hasPlaceholder(path)
  );
}

const NAME_MIN = 5;

const USER_HIVES: ReadonlySet<string> = new Set(['hkcu', 'hkey_current_user']);

/** Whether a key is right below the hive of a user, where Windows has a few of its own and programs have none: `HKCU\\Heronlike`. */
function isBelowHive(value: string): boolean {
  const [hive = '', name = '', ...more] = value.split('\\');
  if (!USER_HIVES.has(hive.toLowerCase()) || more.length > 0 || name.length < NAME_MIN) return false;
  return !hasPlaceholder(name) && !wordSet('keys-below-user-hive').has(firstWord(name).toLowerCase());
}

/**
 * Whether a key is right below the hive of a user, or right below Software where the text says that it was made, under the name of no maker:
 * `HKCU\\SOFTWARE\\HeronFog`.
 */
function isOwnKey({ value, isSet }: RegistryValue): boolean {
  if (isBelowHive(value)) return true;
  const [root, software = '', name = '', ...more] = value.split('\\');
  if (isSet !== true || root === undefined || more.length > 0 || software.toLowerCase() !== 'software') return false;
  if (hasPlaceholder(name)) return false;
  return name.length >= NAME_MIN && !wordSet('software-makers').has(name.toLowerCase());
}

/** A bare autorun key is common; with the program that the advisory says it starts, it is the actor's. */
function autorunRule(told: readonly RegistryValue[]): RuleDraft | undefined {
  const list = told.filter(({ program }) => program !== undefined);
  const first = list[0];
  if (first === undefined) return undefined;
  const programs = eachOnce(
    list.flatMap(({ program }) => (program === undefined ? [] : [valueAt(program.name, program)])),
  );
  const key = valueAt(withoutHive(first.value), first);
  return reportedRule(
    list,
    [
      { field: 'TargetObject', modifiers: ['contains'], values: [key] },
      { field: 'Details', modifiers: ['contains'], values: programs },
    ],
    {
      platform: 'endpoint-sysmon',
      behaviour: 'registry:autorun',
      title: `Autorun Of A Reported Program - ${programs
        .slice(0, 2)
        .map(({ literal }) => String(literal).toLowerCase())
        .join(', ')}`,
      description: 'Detects autorun values that start the programs the advisory names.',
      level: 'high',
      logsource: LOGSOURCE,
      falsepositives: ['Software that starts a program of the same name'],
    },
    'T1547.001',
  );
}

/** Autorun values by the name in the advisory; each value's place covers key and name. */
function autorunValueRule(told: readonly RegistryValue[]): RuleDraft | undefined {
  const list = told.flatMap((each) => (each.valueName === undefined ? [] : [{ ...each, valueName: each.valueName }]));
  const first = list[0];
  if (first === undefined) return undefined;
  const pathTo = ({ value, valueName, start, end }: (typeof list)[number]): DraftValue =>
    valueAt(`${withoutHive(value)}\\${valueName.name}`, {
      start: Math.min(start, valueName.start),
      end: Math.max(end, valueName.end),
    });
  // A number starts no program, and what an autorun value holds is a program.
  const [started, bare] = parted(list, ({ holds }) => holds !== undefined && !holds.isExact);
  const paths = eachOnce(bare.map(pathTo));
  return alternativesRule(
    list,
    [
      ...(paths.length === 0 ? [] : [[{ field: 'TargetObject', modifiers: ['endswith'], values: paths }]]),
      ...started.flatMap((each) => holding(each, pathTo(each))),
    ],
    {
      platform: 'endpoint-sysmon',
      behaviour: 'registry:autorun-value',
      title: `Autorun Value Of The Reported Intrusion - ${first.valueName.name}`,
      description: 'Detects autorun values set under the names that the advisory reports.',
      level: 'high',
      logsource: LOGSOURCE,
      falsepositives: ['Software that uses a value of the same name'],
    },
    'T1547.001',
  );
}

function parted<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

function valueAt(literal: string, { start, end }: { readonly start: number; readonly end: number }): DraftValue {
  return { literal, origin: { start, end } };
}

/** Values without those that differ in letter case only. */
function eachOnce(values: readonly DraftValue[]): readonly DraftValue[] {
  return distinctBy(values, ({ literal }) => String(literal).toLowerCase());
}

/** A key without its hive, which the log writes in its own way (`HKLM\`, `HKU\<SID>\`). */
function withoutHive(path: string): string {
  const key = path.includes('\\') ? path.slice(path.indexOf('\\')) : '';
  const [, root = '', ...inner] = key.split('\\');
  return trimEndOf(inner.length > 0 && isUserId(root.toLowerCase()) ? key.slice(root.length + 1) : key, '\\');
}

/** A key without the numbered control set before it, which the log writes as the current one: `\SYSTEM\ControlSet001`. */
function withoutControlSet(key: string): string {
  const [, , set = '', ...inner] = key.split('\\');
  const number = set.toLowerCase().startsWith(CONTROL_SET) ? set.slice(CONTROL_SET.length) : '';
  return number !== '' && isNumber(number) && inner.length > 1 ? `\\${inner.join('\\')}` : key;
}

const CONTROL_SET = 'controlset';

/** Whether a key in lower case is a user's by the identifier of the account: `s-1-5-21-…`, `s-1-5-21-…_classes`. */
function isUserId(key: string): boolean {
  const isOfNumbers = (character: string): boolean => isDigit(character) || character === '-';
  return key.startsWith('s-1-5-') && isAll(withoutEnding(key, '_classes').slice('s-1-5-'.length), isOfNumbers);
}
