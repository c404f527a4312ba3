/** A file of a zip that is made by hand, with what the zip says of it. */
export interface ZipEntry {
  readonly name: string;
  /** Which of the blocks is its content; several files may have the same. */
  readonly block: number;
  /** 0: it is stored as it is; 8: it is compressed. */
  readonly method?: 0 | 8;
  /** What the zip says that it unpacks to; without it, the block's own length. */
  readonly says?: number;
}

/** A zip as no honest program writes it: files that share their content, lie about its size, or have the same name. */
export function handMadeZip(blocks: readonly Uint8Array[], entries: readonly ZipEntry[]): Uint8Array {
  const offsets: number[] = [];
  const parts: Uint8Array[] = [];
  let length = 0;
  const put = (part: Uint8Array): void => {
    parts.push(part);
    length += part.length;
  };
  for (const block of blocks) {
    offsets.push(length);
    put(fields(30, [0, 0x04034b50, 4]));
    put(block);
  }
  const directory = length;
  for (const { block, method = 0, name, says } of entries) {
    const size = blocks[block]?.length ?? 0;
    const sizes = [20, size, 4, 24, says ?? size, 4] as const;
    put(fields(46, [0, 0x02014b50, 4], [10, method, 2], sizes, [28, name.length, 2], [42, offsets[block] ?? 0, 4]));
    put(Buffer.from(name, 'latin1'));
  }
  const counts = [8, entries.length, 2, 10, entries.length, 2] as const;
  put(fields(22, [0, 0x06054b50, 4], counts, [12, length - directory, 4], [16, directory, 4]));
  return Buffer.concat(parts);
}

/** A record of so many bytes, whose fields are an offset, a value and a width each; all else is 0. */
function fields(length: number, ...groups: readonly (readonly number[])[]): Uint8Array {
  const record = Buffer.alloc(length);
  const flat = groups.flat();
  for (let at = 0; at < flat.length; at += 3) record.writeUIntLE(flat[at + 1] ?? 0, flat[at] ?? 0, flat[at + 2] ?? 1);
  return record;
}
