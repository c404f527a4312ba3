import { BUDGETS } from '../budget.js';
import { decodeText } from '../charset.js';
import type { Reading } from '../reading.js';
import type { CompoundFile, Entry } from './compound-file.js';
import { unpackedRtf } from './compressed-rtf.js';
import { type Mail, type MailPart, mailDate } from './mail.js';

/** Ids of properties (MS-OXPROPS). */
const SUBJECT = '0037';
const SENDER = ['5D01', '0C1F'];
const HEADERS = '007D';
const [BODY, RTF, HTML] = ['1000', '1009', '1013'];
const [ATTACHED, NAME, SHORT_NAME, MEDIA_TYPE] = ['3701', '3707', '3704', '370E'];
/** The two properties for the time of a mail, as numbers with their type: when it was sent, and delivered. */
const TIMES = [0x00390040, 0x0e060040];

/** Whether a compound file holds a mail of Outlook. */
export const isMsg = ({ root }: CompoundFile): boolean => root.children.has('__properties_version1.0');

/** A mail of Outlook (MS-OXMSG): its body in the richest form it has, its attachments and the mails in it. */
export function msgMail(file: CompoundFile, reading: Reading, storage: Entry = file.root): Mail {
  const text = (entry: Entry, id: string): string => textOf(file, entry, id) ?? '';
  const sentAt = timeOf(file, storage) ?? mailDate(headerDate(text(storage, HEADERS)));
  const attachments = [...storage.children].filter(([name]) => name.startsWith('__attach_version1.0_'));
  return {
    subject: text(storage, SUBJECT),
    sender: SENDER.map((id) => text(storage, id)).find((address) => address.includes('@')) ?? '',
    ...(sentAt === undefined ? {} : { sentAt }),
    parts: [
      ...bodyOf(file, storage, reading),
      ...attachments.flatMap(([, entry]): (MailPart | Mail)[] => {
        const inner = entry.children.get(`__substg1.0_${ATTACHED}000D`);
        if (inner !== undefined) return [reading.within(() => msgMail(file, reading, inner))];
        const bytes = bytesOf(file, entry, ATTACHED);
        const name = text(entry, NAME) || text(entry, SHORT_NAME);
        return bytes === undefined ? [] : [{ name, contentType: text(entry, MEDIA_TYPE), bytes }];
      }),
    ],
  };
}

function bodyOf(file: CompoundFile, storage: Entry, reading: Reading): readonly MailPart[] {
  const html = bytesOf(file, storage, HTML) ?? encoded(textOf(file, storage, HTML));
  if (html !== undefined) return [{ name: '', contentType: 'text/html', bytes: html }];
  const packed = bytesOf(file, storage, RTF);
  const rtf = packed === undefined ? undefined : unpackedRtf(packed, BUDGETS.bytes);
  if (rtf !== undefined && rtf.length > 0) {
    reading.take('unpackedBytes', rtf.length);
    return [{ name: '', contentType: 'application/rtf', bytes: rtf }];
  }
  const plain = encoded(textOf(file, storage, BODY));
  return plain === undefined ? [] : [{ name: '', contentType: 'text/plain; charset=utf-8', bytes: plain }];
}

const encoded = (text: string | undefined): Buffer | undefined => (text ? Buffer.from(text) : undefined);

function bytesOf(file: CompoundFile, { children }: Entry, id: string): Buffer | undefined {
  const entry = children.get(`__substg1.0_${id}0102`);
  return entry === undefined ? undefined : file.bytesOf(entry);
}

/** A property's text: in UTF-16, or in the code page of the sender's machine. */
function textOf(file: CompoundFile, { children }: Entry, id: string): string | undefined {
  const wide = children.get(`__substg1.0_${id}001F`);
  if (wide !== undefined) return file.bytesOf(wide).toString('utf16le');
  const narrow = children.get(`__substg1.0_${id}001E`);
  return narrow === undefined ? undefined : decodeText(file.bytesOf(narrow), undefined);
}

const headerDate = (headers: string): string =>
  headers
    .split('\n')
    .find((line) => line.toLowerCase().startsWith('date:'))
    ?.slice(5) ?? '';

/** Hundreds of nanoseconds from 1601 to 1970. */
const EPOCH = 116_444_736_000_000_000n;

function timeOf(file: CompoundFile, { children }: Entry): string | undefined {
  const entry = children.get('__properties_version1.0');
  if (entry === undefined) return undefined;
  const properties = file.bytesOf(entry);
  // Rows of 16 bytes behind a header of 24 or 32: eight bytes in which no row can begin.
  for (let at = properties.length % 16 === 0 ? 32 : 24; at + 16 <= properties.length; at += 16) {
    if (!TIMES.includes(properties.readUInt32LE(at))) continue;
    const date = new Date(Number((properties.readBigUInt64LE(at + 8) - EPOCH) / 10_000n));
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  }
  return undefined;
}
