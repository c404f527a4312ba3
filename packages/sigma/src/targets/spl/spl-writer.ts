import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { TokenWriter } from '../../convert/text/token-writer.js';
import { type SplFields, type SplPlace, splPlaces } from './fields.js';

/** Writes tests for one of Splunk's commands; `spell` writes a field's name there. */
export abstract class SplWriter extends TokenWriter<SplPlace> {
  protected abstract readonly spell: (name: string) => string;

  constructor(private readonly fields: SplFields) {
    super(fields.ctx);
  }

  protected placesOf(field: string, { path }: LeafScope): readonly SplPlace[] {
    return splPlaces(this.fields.find(field, path), this.spell);
  }
}
