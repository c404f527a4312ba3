import { strToU8, zipSync } from 'fflate';

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

/** What is special about a sample paragraph. */
interface ParagraphOptions {
  readonly style?: string;
  readonly font?: string;
  readonly isListed?: boolean;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A paragraph as WordprocessingML. */
export function paragraphOf(text: string, { style, font, isListed }: ParagraphOptions = {}): string {
  const about = `${style === undefined ? '' : `<w:pStyle w:val="${style}"/>`}${isListed === true ? '<w:numPr><w:numId w:val="1"/></w:numPr>' : ''}`;
  const face = font === undefined ? '' : `<w:rPr><w:rFonts w:ascii="${font}"/></w:rPr>`;
  return `<w:p><w:pPr>${about}</w:pPr><w:r>${face}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;
}

/** A table as WordprocessingML. */
export const tableOf = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraphOf(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/** A Word document with the given body; `parts` are further files of the archive. */
export function docxOf(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  const files = {
    'word/document.xml': `<?xml version="1.0"?><w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    ...parts,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}
