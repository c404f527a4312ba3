import type { ReadOptions } from '../../model.js';
import { endsWithAny } from '../../text/ends.js';
import { isNumber } from '../../text/shape.js';
import type { DraftBlock, DraftDocument } from '../draft-block.js';
import { AdvisoryError } from '../error.js';
import type { Reading } from '../reading.js';

/** A part of a mail: its text or an attachment. */
export interface MailPart {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A mail, whatever file it lay in: its parts, and the mails in it, in their order. */
export interface Mail {
  readonly subject: string;
  /** ISO 8601, where it says so. */
  readonly sentAt?: string;
  readonly sender: string;
  readonly parts: readonly (MailPart | Mail)[];
}

/** Reads bytes of any kind. */
export type ReadPart = (bytes: Uint8Array, options: ReadOptions) => Promise<DraftDocument>;

/**
 * A mail as a document: what its parts hold, each read by its kind, and the mails in it under their subjects. Its own header is none of its
 * text: it says who passed the advisory on. Parts that cannot be read are remembered, not refused.
 *
 * @throws AdvisoryError `TooLarge` where all of it together is more than is read
 */
export async function mailDraft(mail: Mail, reading: Reading, readPart: ReadPart): Promise<DraftDocument> {
  const drafts: DraftDocument[] = [];
  for (const part of mail.parts) {
    reading.take('parts', 1);
    if ('bytes' in part) {
      const draft = await partDraft(part, reading, readPart);
      if (draft !== undefined) drafts.push(draft);
    } else {
      const inner = await reading.within(() => mailDraft(part, reading, readPart));
      const heading: DraftBlock[] = part.subject === '' ? [] : [{ type: 'heading', level: 1, text: part.subject }];
      drafts.push({ ...inner, blocks: [...heading, ...inner.blocks] });
    }
  }
  const at = mail.sender.lastIndexOf('@');
  const { sentAt, subject } = mail;
  return {
    blocks: drafts.flatMap(({ blocks }) => blocks),
    caps: drafts.flatMap(({ caps }) => caps ?? []),
    pictures: drafts.reduce((sum, { pictures = 0 }) => sum + pictures, 0),
    margins: [subject, ...drafts.flatMap(({ margins }) => margins ?? [])],
    publisherHosts: at < 0 ? [] : [mail.sender.slice(at + 1).toLowerCase()],
    ...(subject === '' ? {} : { title: subject }),
    ...(sentAt === undefined ? {} : { publishedAt: sentAt }),
  };
}

async function partDraft(
  { bytes, contentType, name }: MailPart,
  reading: Reading,
  readPart: ReadPart,
): Promise<DraftDocument | undefined> {
  if (bytes.length === 0) return undefined;
  try {
    return await reading.within(() => readPart(bytes, { contentType }));
  } catch (error) {
    if (!(error instanceof AdvisoryError) || error.code === 'TooLarge') throw error;
    reading.unread.push(`${name === '' ? contentType : name}: ${error.message.split('. ', 1)[0]}`);
    return undefined;
  }
}

/** The instant of a mail's date where it names a zone; without one it would depend on the machine. */
export function mailDate(written: string): string | undefined {
  const text = (written.split('(', 1)[0] ?? '').trim().slice(0, 100);
  const date = new Date(text);
  const hasZone =
    endsWithAny(text, ['GMT', 'UT', 'UTC', 'Z']) || (isNumber(text.slice(-4)) && '+-'.includes(text.at(-5) ?? '?'));
  return !hasZone || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
