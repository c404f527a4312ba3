import { crc32 } from 'node:zlib';

/**
 * Length and CRC-32 of a content, to see that it is another or damaged. It is no defence against somebody who may write the file; for that
 * the file's owner and mode are looked at. Loading `node:crypto` for a stronger hash would take a tenth of a short command's time.
 */
export function checksumOf(content: Buffer | string): string {
  return `${content.length}-${crc32(content).toString(16).padStart(8, '0')}`;
}
