import { BadRequestError } from '@tripline/service';
import { validate as isUuid } from 'uuid';

/** A position in a list ordered newest first: the last row of the previous page. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** Writes a cursor as an opaque text for callers. */
export function encodeCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');
}

/**
 * Reads a cursor that {@link encodeCursor} wrote.
 * @throws BadRequestError for any other text
 */
export function decodeCursor(text: string): Cursor {
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
  const createdAt = new Date(at);
  // JavaScript accepts years of more than four digits and before 0, Postgres does not; we write neither.
  const isOurs = /^\d{4}-/.test(at) && !Number.isNaN(createdAt.getTime()) && createdAt.toISOString() === at;
  if (!isOurs || !isUuid(id)) {
    throw new BadRequestError('The cursor is not one that this list gave. Leave it out to start at the beginning.', {
      details: [{ path: 'cursor', message: 'is not a cursor of this list' }],
    });
  }
  return { createdAt, id };
}
