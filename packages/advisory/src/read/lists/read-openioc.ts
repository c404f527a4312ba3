import type { ReadOptions } from '../../model.js';
import { endsWithAny } from '../../text/ends.js';
import { isoDate } from '../dates.js';
import type { DraftDocument } from '../draft-block.js';
import { StructuredBlocks } from '../json/structured-blocks.js';
import { readXml } from '../office/xml.js';
import type { Reading } from '../reading.js';

/** Whether a text is an OpenIOC document. */
export const isOpenIoc = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<(?:\w{1,20}:)?(?:ioc|OpenIOC)\s/.test(text.slice(0, 2000));

/** What was compared with what. */
interface Item {
  search: string;
  content: string;
  /** A comparison that must not hold is no sign of an intrusion. */
  isSign: boolean;
}

/** Reads an OpenIOC document: description as prose, each comparison as a row with the name of what is compared, links as references. */
export function readOpenIoc(source: string, reading: Reading, options: ReadOptions): DraftDocument {
  const out = new StructuredBlocks(options);
  const items: Item[] = [];
  const texts = new Map<string, string>();
  const links: string[] = [];
  let open = '';
  readXml(source, reading, {
    open: (written, attributes) => {
      open = written.slice(written.indexOf(':') + 1);
      if (open === 'IndicatorItem') {
        const isNot = (attributes['condition'] ?? '').endsWith('not') || attributes['negate'] === 'true';
        items.push({ search: '', content: '', isSign: !isNot });
      }
      const item = items.at(-1);
      if (open === 'Context' && item !== undefined) item.search = attributes['search'] ?? '';
      if (open === 'link') links.push(attributes['href'] ?? '');
    },
    close: () => {
      open = '';
    },
    text: (text) => {
      const item = items.at(-1);
      if (open === 'Content' && item !== undefined) item.content += text;
      else if (open === 'link') links.push(`${links.pop() ?? ''} ${text}`);
      else if (open !== '') texts.set(open, (texts.get(open) ?? '') + text);
    },
  });
  const title = texts.get('short_description')?.trim() ?? '';
  out.heading(title, 1);
  out.prose(texts.get('description'), 2);
  out.heading('Indicators of compromise', 2);
  const signs = items.filter(({ content, isSign }) => isSign && content.trim() !== '');
  const isCommand = ({ search }: Item): boolean => endsWithAny(search.toLowerCase(), ['/arguments', 'commandline']);
  for (const { content, search } of signs.filter((item) => !isCommand(item))) out.row([search, content]);
  const commands = signs.filter(isCommand);
  if (commands.length > 0) out.heading('Command lines', 2);
  for (const { content } of commands) out.code(content);
  if (links.length > 0) out.heading('References', 2);
  for (const link of links) out.item(link);
  const publishedAt = isoDate(texts.get('authored_date') ?? '');
  return {
    blocks: out.blocks,
    caps: out.caps.reached,
    ...(title === '' ? {} : { title }),
    ...(publishedAt === undefined ? {} : { publishedAt }),
  };
}
