import type { BadExport } from '../exports/exported-rule.js';
import { tooMuchMadeText, tooMuchText } from '../exports/read-export.js';
import { IMPORT_BYTES, MADE_BYTES } from '../siem-kinds.js';
import type { ReadSiemRule } from './read-rule.js';

/**
 * Counts the characters of what rules keep. Most of it stands in the file, which is bounded; but what is said once for all, such as settings of
 * `[default]` in Splunk and `action: global` in Sigma, comes with each rule, and macros are written out in each.
 */
export class KeptText {
  /** Of what the file says. */
  #said = 0;
  /** Of what reading made of it. */
  #made = 0;

  /** What is wrong where rules have become more than is kept. */
  get fault(): BadExport | undefined {
    if (this.#said > IMPORT_BYTES) return tooMuchText();
    return this.#made > MADE_BYTES ? tooMuchMadeText() : undefined;
  }

  addRule({ description, name, query, readings, state, techniques, yaml }: ReadSiemRule): void {
    // A rule of YARA-L or Sigma has its description in its text.
    this.#said += Math.max(query.length, description?.length ?? 0) + name.length + (state.schedule?.length ?? 0);
    for (const technique of techniques) this.#said += technique.length;
    if (yaml !== null && yaml !== query) this.#made += yaml.length;
    this.#made += JSON.stringify(readings).length;
  }

  add(text: string): void {
    this.#said += text.length;
  }

  /** @throws BadExport where it is too much */
  refuseTooMuch(): void {
    if (this.fault !== undefined) throw this.fault;
  }
}
