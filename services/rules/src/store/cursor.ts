import { BadRequestError } from '@tripline/service';
import { validate as isUuid } from 'uuid';

/** A place in a list that is ordered newest first: the last row already given. */
export interface Cursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** Writes a cursor as the opaque text callers hand back. */
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
  // Years of more than four digits, or before 0, are dates to JavaScript and none to Postgres; we write neither.
  const isOurs = /^\d{4}-/.test(at) && !Number.isNaN(createdAt.getTime()) && createdAt.toISOString() === at;
  if (!isOurs || !isUuid(id)) {
    throw new BadRequestError('The cursor is not one that this list gave. Leave it out to start at the beginning.', {
      details: [{ path: 'cursor', message: 'is not a cursor of this list' }],
    });
  }
  return { createdAt, id };
}
