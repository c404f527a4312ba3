import { IMPORT_BYTES, MADE_BYTES, MOST_RULES, type SiemKind } from '../siem-kinds.js';
import { readElastic } from './elastic.js';
import {
  BadExport,
  type ExportContent,
  type ExportFile,
  type ExportForm,
  type ImportWarning,
} from './exported-rule.js';
import { readGoogle } from './google.js';
import { readOpenSearch } from './opensearch.js';
import { readSentinel } from './sentinel.js';
import { readSigmaFiles } from './sigma.js';
import { readSplunk } from './splunk.js';

/** How the exports of a product are read, and what is expected where there is nothing that it reads. */
interface Product {
  readonly read: ExportForm;
  readonly expects: string;
}

const PRODUCTS: Readonly<Record<SiemKind, Product>> = {
  splunk: {
    read: readSplunk,
    expects: 'it has no saved search; a savedsearches.conf, or the JSON of saved/searches, is expected',
  },
  sentinel: {
    read: readSentinel,
    expects: 'it has no analytics rule; an ARM template, the JSON of alertRules, or YAML rules are expected',
  },
  elastic: {
    read: readElastic,
    expects: 'it has no detection rule; an NDJSON export of rules, or the TOML of the public repository, is expected',
  },
  opensearch: {
    read: readOpenSearch,
    expects: 'it has no monitor and no rule; the JSON of monitors, or Sigma rules, are expected',
  },
  google: {
    read: readGoogle,
    expects: 'it has no rule; YARA-L (rule name { … }), or the JSON that lists rules, is expected',
  },
  sigma: { read: readSigmaFiles, expects: 'it has no file of Sigma; YAML with a detection is expected' },
};

/** Finds the rules of files. @throws BadExport for more than a SIEM may have */
export function readExport(kind: SiemKind, files: readonly ExportFile[]): ExportContent {
  const content = PRODUCTS[kind].read(files);
  if (content.rules.length > MOST_RULES) throw tooManyRules();
  return content;
}

/** A file with more rules than a SIEM may have. */
export const tooManyRules = (): BadExport =>
  new BadExport(
    `it has more than ${MOST_RULES.toLocaleString('en')} rules, and a SIEM has no more here; send the part that matters`,
    'too_many',
  );

/** A file whose rules become more than a file may be. */
export const tooMuchText = (): BadExport =>
  new BadExport(
    `its rules have more than ${IMPORT_BYTES / 1024 / 1024} MB of text, since what is said once for all, such as the settings of [default] or "action: global", stands in each; make that shorter`,
    'too_many',
  );

/** A file whose rules become more than is kept when they are read. */
export const tooMuchMadeText = (): BadExport =>
  new BadExport(
    `its rules have more than ${MADE_BYTES / 1024 / 1024} MB of text once they are read, since macros are written out in each; send the part that matters`,
    'too_many',
  );

/** A file in which nothing is a rule, nor looks as if it should be one. */
export const noRule = (kind: SiemKind): BadExport => new BadExport(PRODUCTS[kind].expects, 'no_rule');

/** What a page of a list names the next by, where it has no count of all. */
const NEXT_PAGE: Readonly<Partial<Record<SiemKind, string>>> = { sentinel: 'nextLink', google: 'nextPageToken' };

/** Says that a list is one page of several, which its own count tells. */
export function onePage(kind: SiemKind, seen: number, total: number): readonly ImportWarning[] {
  if (seen >= total) return [];
  const next = NEXT_PAGE[kind];
  const text =
    next !== undefined
      ? `It names a further page (${next}) that is not there. The rules of that page count as gone: send all pages as files of one archive.`
      : `It has ${seen} of ${total} rules, one page of several. The rules of the others count as gone: send all pages as files of one archive.`;
  return [{ kind: 'one_page', text }];
}
