import { IMPORT_BYTES } from '../siem-kinds.js';
import type { ReadSiemRule } from './read-rule.js';

/**
 * Counts the characters of what rules keep. All of it stands in the file, which may be no longer; only settings of `[default]` come with each
 * stanza of Splunk, and become more than was sent.
 */
export class KeptText {
  #characters = 0;

  /** Whether rules have become more than any file may be. */
  get isTooMuch(): boolean {
    return this.#characters > IMPORT_BYTES;
  }

  addRule({ description, query, state, techniques }: ReadSiemRule): void {
    this.#characters += query.length + (description?.length ?? 0) + (state.schedule?.length ?? 0);
    for (const technique of techniques) this.#characters += technique.length;
  }

  add(text: string): void {
    this.#characters += text.length;
  }
}
