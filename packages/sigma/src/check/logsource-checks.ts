import { loadTaxonomy } from '../catalogue/taxonomy.js';
import type { RulePath } from '../model/condition.js';
import type { SigmaFilter, SigmaRule } from '../model/rule.js';
import { leavesOf } from '../parse/tree.js';
import type { Remark } from './finding.js';

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
      const near = lowerCase.get(field.toLowerCase());
      yield {
        code: 'unknown_field',
        severity: near === undefined ? 'info' : 'warning',
        message:
          near === undefined
            ? `no public rule for this log source has a field "${field}"`
            : `the field is written "${near}", not "${field}"`,
        segments: ['detection', ...segmentsOf(path)],
      };
    }
  }
}

/** The path of a leaf as steps. In a list of maps, the part of the item before the first dot is the index. */
export function segmentsOf({ selection, item }: RulePath): (string | number)[] {
  const index = /^(\d+)(?:\.(.*))?$/s.exec(item);
  if (index !== null) return [selection, Number(index[1]), ...(index[2] === undefined ? [] : [index[2]])];
  return item === '' ? [selection] : [selection, item];
}
