import type { ExportFile } from './exported-rule.js';

/** Bytes that all threads see, so that none has a copy. */
export type SharedBytes = Uint8Array<SharedArrayBuffer>;

/** Where something stands in bytes: up to `to`, without it. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A file, with the place of its bytes among those of others. */
export interface StoredFile extends Range {
  readonly name: string;
}

/** Files that were sent, unpacked. */
export interface StoredFiles {
  readonly bytes: SharedBytes;
  readonly files: readonly StoredFile[];
}

/** Puts parts together in memory that all threads see, and lets go of them. */
export function shared(parts: Uint8Array[]): SharedBytes {
  const whole = new Uint8Array(new SharedArrayBuffer(parts.reduce((size, { length }) => size + length, 0)));
  let at = 0;
  for (const part of parts.splice(0)) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The places of files that stand one after the other. */
export function inARow(files: Iterable<readonly [name: string, size: number]>): readonly StoredFile[] {
  const places: StoredFile[] = [];
  for (const [name, size] of files) {
    const from = places.at(-1)?.to ?? 0;
    places.push({ name, from, to: from + size });
  }
  return places;
}

/** Files as texts. @param isAlone that there is no other file beside the only one */
export const asTexts = (bytes: SharedBytes, files: readonly StoredFile[], isAlone: boolean): readonly ExportFile[] =>
  files.map(({ name, ...at }) => ({ name, text: textAt(bytes, at), ...(isAlone ? {} : { among: true as const }) }));

/** The text of some bytes, which are UTF-8. */
export const textAt = (bytes: Uint8Array, { from, to }: Range): string =>
  // A decoder takes no memory that threads share.
  new TextDecoder().decode(bytes.slice(from, to));
