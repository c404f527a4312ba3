import type { SigmaRule } from '../model/rule.js';
import { DemandLookup } from './demand-lookup.js';
import { type Clause, clausesOf, type Literal, strength } from './demands.js';
import { allValues, fieldValues, type SigmaEvent } from './event-fields.js';

/** Most clauses of a rule that are looked up; each has a bit. */
const CLAUSES_MAX = 8;

/** Below this strength a clause only says that a field is there. It is looked up only for a rule with no better one. */
const WEAK = -50;

/** Names of fields that are reached by other ways than the event's own keys. */
const isDeep = (field: string): boolean => [...'.[]{}'].some((sign) => field.includes(sign));

interface Slot {
  readonly slot: number;
  readonly bit: number;
}

/** Says which of a set of rules an event can satisfy, by what the rules' conditions demand. */
export class CandidateIndex {
  private readonly numbers: readonly number[];
  /** Rules that demand nothing that can be looked up. */
  private readonly always: readonly number[];
  private readonly plain = new Map<string, DemandLookup>();
  private readonly deep: { readonly field: string; readonly lookup: DemandLookup }[] = [];
  private readonly keywords: DemandLookup | undefined;
  /** Which clauses of which rules each demand meets. */
  private readonly posted: readonly (readonly Slot[])[];
  /** The bits of all clauses of each rule. */
  private readonly full: Int32Array;
  private readonly met: Int32Array;
  /** The number of the event for which `met` was last written. */
  private readonly writtenFor: Int32Array;
  private readonly postedFor: Int32Array;
  private event = 0;
  private found: number[] = [];

  constructor(rules: readonly { readonly number: number; readonly rule: SigmaRule }[]) {
    const demands = new DemandNumbers();
    const always: number[] = [];
    const full: number[] = [];
    for (const [slot, { number, rule }] of rules.entries()) {
      const clauses = clausesOfRule(rule);
      if (clauses.length === 0) always.push(number);
      full.push((1 << clauses.length) - 1);
      for (const [place, clause] of clauses.entries()) {
        for (const literal of clause) demands.post(literal, { slot, bit: 1 << place });
      }
    }
    this.numbers = rules.map(({ number }) => number);
    this.always = always;
    this.full = Int32Array.from(full);
    this.met = new Int32Array(rules.length);
    this.writtenFor = new Int32Array(rules.length);
    this.posted = demands.posted;
    this.postedFor = new Int32Array(demands.posted.length);
    for (const [field, listed] of demands.byField) {
      const lookup = new DemandLookup(listed);
      if (isDeep(field)) this.deep.push({ field, lookup });
      else this.plain.set(field, lookup);
    }
    if (demands.anywhere.length > 0) this.keywords = new DemandLookup(demands.anywhere);
  }

  /** The numbers of the rules that the event may satisfy; every rule that it does satisfy is among them. */
  candidates(event: SigmaEvent): number[] {
    // The counter tells the marks of this event from those of earlier ones without clearing them.
    if (++this.event === 0x7fffffff) {
      this.writtenFor.fill(0);
      this.postedFor.fill(0);
      this.event = 1;
    }
    this.found = [...this.always];
    for (const field in event) {
      const lookup = this.plain.get(field);
      if (lookup === undefined || !Object.hasOwn(event, field)) continue;
      lookup.find(event[field], this.post);
    }
    for (const { field, lookup } of this.deep) {
      const values = fieldValues(event, field);
      if (values !== undefined) lookup.find(values, this.post);
    }
    this.keywords?.find(allValues(event), this.post);
    return this.found;
  }

  private readonly post = (demand: number): void => {
    const { event, full, met, writtenFor, postedFor } = this;
    if (postedFor[demand] === event) return;
    postedFor[demand] = event;
    for (const { slot, bit } of this.posted[demand] as readonly Slot[]) {
      const before = writtenFor[slot] === event ? (met[slot] as number) : 0;
      const after = before | bit;
      writtenFor[slot] = event;
      met[slot] = after;
      if (after !== before && after === full[slot]) this.found.push(this.numbers[slot] as number);
    }
  };
}

/** Gives each different demand a number, and notes which clauses it meets. */
class DemandNumbers {
  readonly posted: Slot[][] = [];
  readonly byField = new Map<string, { demand: Literal['demand']; number: number }[]>();
  readonly anywhere: { demand: Literal['demand']; number: number }[] = [];
  private readonly indexed = new Map<string, number>();

  post({ field, demand }: Literal, slot: Slot): void {
    const key = JSON.stringify([field ?? null, demand]);
    let number = this.indexed.get(key);
    if (number === undefined) {
      number = this.posted.length;
      this.indexed.set(key, number);
      this.posted.push([]);
      const numbered = { demand, number };
      if (field === undefined) this.anywhere.push(numbered);
      else if (this.byField.get(field)?.push(numbered) === undefined) this.byField.set(field, [numbered]);
    }
    (this.posted[number] as Slot[]).push(slot);
  }
}

/** The strongest clauses that every event satisfying the rule meets. Several conditions are alternatives. */
function clausesOfRule({ conditions }: SigmaRule): readonly Clause[] {
  const [only] = conditions;
  const clauses =
    conditions.length === 1 && only !== undefined
      ? clausesOf(only.tree)
      : clausesOf({ kind: 'or', children: conditions.map(({ tree }) => tree) });
  const ranked = [...clauses].sort((a, b) => strength(b) - strength(a)).slice(0, CLAUSES_MAX);
  const telling = ranked.filter((clause) => strength(clause) > WEAK);
  return telling.length > 0 ? telling : ranked.slice(0, 1);
}
