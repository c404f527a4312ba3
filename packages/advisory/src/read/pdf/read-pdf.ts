import { words } from '../../knowledge/load.js';
import { endsWithAny } from '../../text/ends.js';
import { hasAnyPart } from '../../text/shape.js';
import { isoDate } from '../dates.js';
import type { DraftDocument } from '../draft-block.js';
import { AdvisoryError } from '../error.js';
import type { Reading } from '../reading.js';
import { byColumns } from './by-columns.js';
import { refuseCostlyPdf } from './inflated-size.js';
import { mendLigatures } from './ligatures.js';
import { pdfBlocks } from './pdf-blocks.js';
import { type PdfItem, pageLines, withoutRunningLines } from './pdf-line.js';

/**
 * Reads a PDF's text layer: lines by their place on the page, running headers and footers dropped, paragraphs joined. The library is loaded
 * with the first PDF, since it is large and most advisories are pages.
 *
 * @throws AdvisoryError `Unreadable` for damaged or encrypted files, `Empty` for one without a text layer, `TooLarge` for one with more
 * pages than any report has, or one that decompresses to more than that.
 */
export async function readPdf(bytes: Uint8Array, reading: Reading): Promise<DraftDocument> {
  const pictures = refuseCostlyPdf(bytes, reading);
  const { getDocumentProxy } = await import('unpdf');
  // The library takes ownership of the buffer, so it gets a copy.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, stopAtErrors: false }).catch(
    (error: unknown) => {
      throw unreadable(error);
    },
  );
  try {
    reading.take('pages', pdf.numPages);
    const pages: PdfItem[][] = [];
    let height = 0;
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const content = await page.getTextContent();
      reading.take('items', content.items.length);
      height = Math.max(height, page.view[3] ?? 0);
      const placed: PdfItem[] = [];
      for (const item of content.items) {
        if (!('str' in item)) continue;
        const [, , , scale = 0, x = 0, y = 0] = item.transform as number[];
        placed.push({
          text: item.str,
          x,
          y,
          width: item.width,
          size: Math.abs(scale) || item.height,
          isMonospace: content.styles[item.fontName]?.fontFamily === 'monospace',
          font: item.fontName,
        });
      }
      pages.push(placed);
      page.cleanup();
    }
    mendLigatures(pages);
    const lines = pages.map((items, at) => pageLines(at + 1, byColumns(items)));
    const kept = withoutRunningLines(lines, height);
    const blocks = pdfBlocks(kept);
    if (blocks.length === 0) {
      throw new AdvisoryError('Empty', 'The PDF holds no text; a scan needs text recognition before it can be read.');
    }
    const body = new Set(kept);
    const margins = lines.flat().flatMap((line) => (body.has(line) ? [] : [line.text]));
    return { blocks, margins, pictures, ...(await pdfMetadata(pdf)) };
  } catch (error) {
    throw error instanceof AdvisoryError ? error : unreadable(error);
  } finally {
    await pdf.destroy();
  }
}

interface PdfInfo {
  getMetadata(): Promise<{ readonly info: object }>;
}

const FILE_ENDINGS = ['.doc', '.docx', '.pdf', '.indd', '.ppt', '.pptx', '.tex'] as const;

async function pdfMetadata(pdf: PdfInfo): Promise<{ title?: string; publishedAt?: string }> {
  const info = (await pdf.getMetadata()).info as Readonly<Record<string, unknown>>;
  const title = typeof info['Title'] === 'string' ? info['Title'].trim() : '';
  const created = typeof info['CreationDate'] === 'string' ? info['CreationDate'] : '';
  // A page printed to PDF has the date of printing as its metadata; its own date is in its text.
  const isPrinted = hasAnyPart(String(info['Creator'] ?? '').toLowerCase(), words('printing-programs'));
  const day = created.startsWith('D:')
    ? `${created.slice(2, 6)}-${created.slice(6, 8)}-${created.slice(8, 10)}`
    : created;
  const publishedAt = isPrinted ? undefined : isoDate(day);
  // Word processors write the file's name as the title, or nothing.
  const isTitle = title.length > 8 && title.includes(' ') && !endsWithAny(title.toLowerCase(), FILE_ENDINGS);
  return { ...(isTitle ? { title } : {}), ...(publishedAt === undefined ? {} : { publishedAt }) };
}

function unreadable(error: unknown): AdvisoryError {
  const name = error instanceof Error ? error.name : '';
  return name === 'PasswordException'
    ? new AdvisoryError('Unreadable', 'The PDF is encrypted with a password. Send it without one.')
    : new AdvisoryError('Unreadable', 'The PDF is damaged and cannot be read.');
}
