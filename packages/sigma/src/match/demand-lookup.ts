import { AhoCorasick, type Needle } from './aho-corasick.js';
import type { Demand } from './demands.js';
import { numberOf, textOf } from './value-match.js';

/** The demands on one field, prepared to be looked up all at once. Each is known by a number. */
export class DemandLookup {
  private readonly present: readonly number[];
  private readonly equals = new Map<string, number>();
  private readonly numbers = new Map<number, number>();
  private readonly parts: AhoCorasick | undefined;

  constructor(demands: readonly { readonly demand: Demand; readonly number: number }[]) {
    const needles: Needle[] = [];
    const present: number[] = [];
    for (const { demand, number } of demands) {
      if (demand.kind === 'present') present.push(number);
      else if (demand.kind === 'equal') this.equals.set(demand.text, number);
      else if (demand.kind === 'number') this.numbers.set(demand.value, number);
      else needles.push({ text: demand.text, anchor: demand.anchor, number });
    }
    this.present = present;
    this.parts = needles.length === 0 ? undefined : new AhoCorasick(needles);
  }

  /** Calls `met` with each demand that a field with this value meets; of a list, what any of its elements meets. */
  find(value: unknown, met: (demand: number) => void): void {
    for (const demand of this.present) met(demand);
    if (!Array.isArray(value)) this.findIn(value, met);
    else for (const element of value.some(Array.isArray) ? value.flat(8) : value) this.findIn(element, met);
  }

  private findIn(value: unknown, met: (demand: number) => void): void {
    if (this.numbers.size > 0) {
      const number = numberOf(value);
      const demand = number === undefined ? undefined : this.numbers.get(number);
      if (demand !== undefined) met(demand);
    }
    if (this.equals.size === 0 && this.parts === undefined) return;
    const text = textOf(value)?.toLowerCase();
    if (text === undefined) return;
    const demand = this.equals.get(text);
    if (demand !== undefined) met(demand);
    this.parts?.scan(text, met);
  }
}
