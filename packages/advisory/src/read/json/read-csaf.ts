import type { ReadOptions } from '../../model.js';
import { isoDate } from '../dates.js';
import type { DraftDocument } from '../draft-block.js';
import { hostOf } from '../links.js';
import { asRecord, type JsonRecord, own, parseRecord, records, text } from './json-value.js';
import { StructuredBlocks } from './structured-blocks.js';

/** Reads a CSAF 2.0 advisory: notes, vulnerabilities with their threats, remediations and references. */
export function readCsaf(source: string, options: ReadOptions): DraftDocument {
  const root = parseRecord(source, 'CSAF');
  const document = asRecord(own(root, 'document'));
  const out = new StructuredBlocks(options);
  const title = text(document, 'title');
  if (title !== undefined) out.heading(title, 1);
  writeNotes(document, out, 2);
  for (const vulnerability of records(root, 'vulnerabilities', out.caps)) writeVulnerability(vulnerability, out);
  const references = [
    ...records(document, 'references', out.caps),
    ...records(root, 'vulnerabilities', out.caps).flatMap((vulnerability) => [
      ...records(vulnerability, 'references', out.caps),
    ]),
  ];
  const addresses = new Set(references.flatMap((reference) => text(reference, 'url') ?? []));
  if (addresses.size > 0) out.heading('References', 2);
  for (const address of addresses) out.item(address);

  const tracking = asRecord(own(document, 'tracking'));
  const publishedAt = isoDate(text(tracking, 'initial_release_date') ?? text(tracking, 'current_release_date') ?? '');
  const host = hostOf(text(asRecord(own(document, 'publisher')), 'namespace') ?? '');
  return {
    blocks: out.blocks,
    caps: out.caps.reached,
    margins: [`TLP:${text(asRecord(own(asRecord(own(document, 'distribution')), 'tlp')), 'label') ?? ''}`],
    ...(title === undefined ? {} : { title }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(host === undefined ? {} : { publisherHosts: [host] }),
  };
}

function writeVulnerability(vulnerability: JsonRecord, out: StructuredBlocks): void {
  const names = [text(vulnerability, 'cve'), text(vulnerability, 'title')].filter((part) => part !== undefined);
  out.heading(names.join(': ') || 'Vulnerability', 2);
  writeNotes(vulnerability, out, 3);
  for (const threat of records(vulnerability, 'threats', out.caps)) out.prose(text(threat, 'details'), 3);
  const remediations = records(vulnerability, 'remediations', out.caps);
  if (remediations.length > 0) out.heading('Remediation', 3);
  for (const remediation of remediations) out.prose(text(remediation, 'details'), 4);
}

function writeNotes(holder: JsonRecord | undefined, out: StructuredBlocks, level: number): void {
  for (const note of records(holder, 'notes', out.caps)) {
    if (own(note, 'category') === 'legal_disclaimer') continue;
    const heading = text(note, 'title');
    if (heading !== undefined) out.heading(heading, level);
    out.prose(text(note, 'text'), level);
  }
}
