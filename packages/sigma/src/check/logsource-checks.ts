import { loadTaxonomy } from '../catalogue/taxonomy.js';
import { isDigits } from '../characters.js';
import type { RulePath } from '../model/condition.js';
import type { SigmaFilter, SigmaRule } from '../model/rule.js';
import { leavesOf } from '../parse/tree.js';
import type { Remark } from './finding.js';
import { probablyMeant } from './slips.js';

/**
 * Checks a rule's log source and fields against the taxonomy. The known fields are those of public rules, so an unknown one is only a
 * remark.
 */
export function* checkLogsource(document: SigmaRule | SigmaFilter): Generator<Remark> {
  const { logsource } = document;
  const taxonomy = loadTaxonomy();
  if (!taxonomy.knows(logsource)) {
    const names = ['product', 'category', 'service'] as const;
    const written = names
      .flatMap((key) => (logsource[key] === undefined ? [] : [`${key} ${logsource[key]}`]))
      .join(', ');
    yield {
      code: 'unknown_logsource',
      severity: 'warning',
      message: `the taxonomy has no log source of ${written}`,
      segments: ['logsource'],
    };
    return;
  }
  const fields = taxonomy.fieldsOf(logsource);
  if (fields === undefined || document.kind === 'filter') return;
  const lowerCase = new Map([...fields].map((field) => [field.toLowerCase(), field]));
  const seen = new Set<string>();
  for (const selection of document.selections.values()) {
    for (const leaf of leavesOf(selection)) {
      if (leaf.kind === 'keyword' || fields.has(leaf.field) || seen.has(leaf.field)) continue;
      const { field, path } = leaf;
      seen.add(field);
      const segments = ['detection', ...segmentsOf(path)];
      const sameLetters = lowerCase.get(field.toLowerCase());
      const meant = sameLetters ?? probablyMeant(field, fields);
      if (meant === undefined) {
        const message = `no public rule for this log source has a field "${field}"`;
        yield { code: 'unknown_field', severity: 'info', message, segments };
        continue;
      }
      const fix = { find: field, replace: meant };
      if (sameLetters === undefined) {
        const message = `the field "${field}" is probably "${meant}", which rules for this log source have`;
        yield { code: 'misspelt_field', severity: 'warning', message, segments, fix };
      } else {
        const message = `the field is written "${meant}", not "${field}"`;
        yield { code: 'unknown_field', severity: 'warning', message, segments, fix };
      }
    }
  }
}

/** The path of a leaf as steps. In a list of maps, the part of the item before the first dot is the index. */
export function segmentsOf({ selection, item }: RulePath): (string | number)[] {
  const [index = ''] = item.split('.', 1);
  if (isDigits(index)) return [selection, Number(index), ...(index === item ? [] : [item.slice(index.length + 1)])];
  return item === '' ? [selection] : [selection, item];
}
