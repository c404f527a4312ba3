import { MOST_RULES, type SiemKind } from '../siem-kinds.js';
import { readElastic } from './elastic.js';
import { BadExport, type ExportContent, type ExportFile, type ExportForm } from './exported-rule.js';
import { readGoogle } from './google.js';
import { readOpenSearch } from './opensearch.js';
import { readSentinel } from './sentinel.js';
import { readSigmaFiles } from './sigma.js';
import { readSplunk } from './splunk.js';

const FORMS: Readonly<Record<SiemKind, ExportForm>> = {
  splunk: readSplunk,
  sentinel: readSentinel,
  elastic: readElastic,
  opensearch: readOpenSearch,
  google: readGoogle,
  sigma: readSigmaFiles,
};

/** Finds the rules of an export. @throws BadExport for a file that is none of its kind, or has too many rules */
export function readExport(kind: SiemKind, files: readonly ExportFile[]): ExportContent {
  const content = FORMS[kind](files);
  if (content.rules.length > MOST_RULES)
    throw new BadExport(
      `it has ${content.rules.length} rules, and a SIEM has ${MOST_RULES} at most here; send the part that matters`,
    );
  return content;
}
