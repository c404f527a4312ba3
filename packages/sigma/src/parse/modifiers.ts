import type { TimePart } from '../model/condition.js';
import type { Encoding } from './encode.js';
import { Fault, shown } from './fault.js';

/** How a value is compared, after all modifiers of its key. */
export interface ModifierChain {
  readonly match: 'text' | 'regex' | 'cidr' | 'exists' | 'fieldref' | 'compare' | 'time';
  /** Where in the field the value must be; for `text`, `regex` and `fieldref`. */
  readonly position: 'equals' | 'contains' | 'startswith' | 'endswith';
  readonly cased: boolean;
  readonly all: boolean;
  readonly neq: boolean;
  readonly windash: boolean;
  readonly expand: boolean;
  readonly encodings: readonly Encoding[];
  /** Flags of a regex, sorted: some of `ims`. */
  readonly flags: string;
  readonly operator: 'gt' | 'gte' | 'lt' | 'lte' | undefined;
  readonly part: TimePart | undefined;
  /** The modifiers as they are written. */
  readonly modifiers: readonly string[];
}

interface Draft {
  match: ModifierChain['match'];
  position: ModifierChain['position'];
  cased: boolean;
  all: boolean;
  neq: boolean;
  windash: boolean;
  expand: boolean;
  encodings: Encoding[];
  flags: string;
  operator: ModifierChain['operator'];
  part: TimePart | undefined;
  modifiers: readonly string[];
}

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  wide: 'utf16le',
  utf16le: 'utf16le',
  utf16be: 'utf16be',
  utf16: 'utf16',
  base64: 'base64',
  base64offset: 'base64offset',
};
const FLAGS: Readonly<Record<string, string>> = {
  i: 'i',
  ignorecase: 'i',
  m: 'm',
  multiline: 'm',
  s: 's',
  dotall: 's',
};
const TIME_PARTS: readonly string[] = ['minute', 'hour', 'day', 'week', 'month', 'year'];
const OPERATORS: readonly string[] = ['gt', 'gte', 'lt', 'lte'];
const POSITIONS: readonly string[] = ['contains', 'startswith', 'endswith'];

/** The chain of a key without modifiers. */
export const NO_MODIFIERS: ModifierChain = readChain([], '');

/**
 * Parses the modifiers of a field name, in order. Throws a `Fault` for an unknown modifier (UnknownModifier) and for a chain that makes no
 * sense (InvalidModifier): transformations must precede the comparison, and modifiers that exclude each other must not be combined.
 */
export function readChain(modifiers: readonly string[], field: string): ModifierChain {
  const draft: Draft = {
    match: 'text',
    position: 'equals',
    cased: false,
    all: false,
    neq: false,
    windash: false,
    expand: false,
    encodings: [],
    flags: '',
    operator: undefined,
    part: undefined,
    modifiers,
  };
  const seen = new Set<string>();
  for (const modifier of modifiers) {
    const complaint = seen.has(modifier) ? 'is given twice' : addModifier(draft, modifier);
    if (complaint !== undefined) throw invalid(field, modifier, complaint);
    seen.add(modifier);
  }
  const complaint = checkWhole(draft, field);
  if (complaint !== undefined) throw invalid(field, modifiers.join('|'), complaint);
  return draft;
}

function invalid(field: string, modifier: string, complaint: string): Fault {
  const where = field === '' ? 'of a keyword search' : `on field ${shown(field)}`;
  return new Fault('InvalidModifier', `modifier ${shown(modifier)} ${where} ${complaint}`);
}

/** Adds one modifier to the draft; gives the reason when it cannot be added. */
function addModifier(draft: Draft, modifier: string): string | undefined {
  if (modifier === 'all' || modifier === 'neq' || modifier === 'cased') {
    draft[modifier] = true;
    return undefined;
  }
  if (POSITIONS.includes(modifier)) return addPosition(draft, modifier as 'contains' | 'startswith' | 'endswith');
  const flag = Object.hasOwn(FLAGS, modifier) ? FLAGS[modifier] : undefined;
  if (flag !== undefined) return addFlag(draft, flag);
  const encoding = Object.hasOwn(ENCODINGS, modifier) ? ENCODINGS[modifier] : undefined;
  if (encoding !== undefined) return addEncoding(draft, encoding);
  if (OPERATORS.includes(modifier)) return addOperator(draft, modifier as NonNullable<ModifierChain['operator']>);
  if (TIME_PARTS.includes(modifier)) return addTimePart(draft, modifier as TimePart);
  const add = Object.hasOwn(OTHERS, modifier) ? OTHERS[modifier] : undefined;
  if (add === undefined) throw new Fault('UnknownModifier', `there is no modifier ${shown(modifier)}`);
  return add(draft);
}

/** How the modifiers that are of no group are added. */
const OTHERS: Readonly<Record<string, (draft: Draft) => string | undefined>> = {
  re(draft) {
    if (!isUntouched(draft) || draft.expand) return 'takes the value as it is written and must come first';
    draft.match = 'regex';
    return undefined;
  },
  cidr: (draft) => addMatch(draft, 'cidr'),
  exists: (draft) => addMatch(draft, 'exists'),
  fieldref(draft) {
    if (draft.match !== 'text' || draft.windash || draft.expand || draft.encodings.length > 0) {
      return 'takes the value as a field name and cannot follow what changes it';
    }
    draft.match = 'fieldref';
    return undefined;
  },
  windash(draft) {
    if (draft.match !== 'text' || draft.encodings.length > 0) return 'changes a text and must come before its encoding';
    draft.windash = true;
    return undefined;
  },
  expand(draft) {
    if ((draft.match !== 'text' && draft.match !== 'cidr') || draft.encodings.length > 0) {
      return 'replaces placeholders of a text and must come before modifiers that change the text';
    }
    draft.expand = true;
    return undefined;
  },
};

/** All modifiers, for what says which was meant. */
export const MODIFIERS: ReadonlySet<string> = new Set([
  'all',
  'neq',
  'cased',
  ...POSITIONS,
  ...OPERATORS,
  ...TIME_PARTS,
  ...Object.keys(FLAGS),
  ...Object.keys(ENCODINGS),
  ...Object.keys(OTHERS),
]);

function addMatch(draft: Draft, match: 'cidr' | 'exists'): string | undefined {
  if (!isUntouched(draft)) return 'cannot follow another modifier';
  draft.match = match;
  return undefined;
}

function addOperator(draft: Draft, operator: NonNullable<ModifierChain['operator']>): string | undefined {
  if (draft.match !== 'time' && !isUntouched(draft)) return 'compares numbers and cannot follow another modifier';
  if (draft.match !== 'time') draft.match = 'compare';
  draft.operator = operator;
  return undefined;
}

function addTimePart(draft: Draft, part: TimePart): string | undefined {
  if (!isUntouched(draft)) return 'reads a part of a time and must come first';
  draft.match = 'time';
  draft.part = part;
  return undefined;
}

function addPosition(draft: Draft, position: 'contains' | 'startswith' | 'endswith'): string | undefined {
  if (draft.position !== 'equals') return `cannot be combined with ${draft.position}`;
  if (draft.match !== 'text' && draft.match !== 'regex' && draft.match !== 'fieldref') {
    return `cannot follow ${draft.part ?? draft.operator ?? draft.match}`;
  }
  draft.position = position;
  return undefined;
}

function addFlag(draft: Draft, flag: string): string | undefined {
  if (draft.match !== 'regex') return 'is a flag of "re" and must come after it';
  if (!draft.flags.includes(flag)) draft.flags = [...draft.flags, flag].sort().join('');
  return undefined;
}

function addEncoding(draft: Draft, encoding: Encoding): string | undefined {
  if (draft.match !== 'text') return 'encodes a text and must come before the comparison';
  if (draft.position !== 'equals') return `would encode the wildcards that ${draft.position} adds; write it before`;
  const last = draft.encodings.at(-1);
  if (last === 'base64' || last === 'base64offset') return `cannot follow ${last}`;
  if (last !== undefined && encoding.startsWith('utf16')) return `cannot follow ${last}`;
  draft.encodings.push(encoding);
  return undefined;
}

function isUntouched(draft: Draft): boolean {
  return draft.match === 'text' && draft.position === 'equals' && !draft.windash && draft.encodings.length === 0;
}

function checkWhole(draft: Draft, field: string): string | undefined {
  if (draft.match === 'exists' && (draft.all || draft.neq || draft.cased))
    return 'combines "exists" with "all", "neq" or "cased", which it cannot have';
  if (draft.cased && draft.match !== 'text' && draft.match !== 'fieldref') {
    return `combines "cased" with ${draft.match}, which has no letter case to ignore or has its own flag for it`;
  }
  if (draft.encodings.at(-1)?.startsWith('utf16') === true) {
    return 'makes bytes that no text of an event holds; let base64 or base64offset follow it';
  }
  if (draft.expand && draft.match === 'regex') return 'combines "expand" with "re"';
  if (field === '' && draft.match !== 'text' && draft.match !== 'regex') {
    return 'needs a field; a keyword search has none';
  }
  return undefined;
}
