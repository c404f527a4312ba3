/** A storage as a nested object; a stream as its bytes. */
export interface Storage {
  readonly [name: string]: Storage | Uint8Array;
}

interface Row {
  readonly name: string;
  readonly type: number;
  readonly bytes: Uint8Array;
  child: number;
  next: number;
}

const [SECTOR, SMALL, NONE, END] = [512, 64, 0xffffffff, 0xfffffffe];

/** A compound file (MS-CFB) of the given storages and streams: siblings in one line, every stream in small sectors. */
export function compoundFileOf(root: Storage): Buffer {
  const rows: Row[] = [];
  const add = (name: string, type: number, content: Storage | Uint8Array): number => {
    const isStream = content instanceof Uint8Array;
    const at = rows.push({ name, type, bytes: isStream ? content : new Uint8Array(0), child: NONE, next: NONE }) - 1;
    let last: number | undefined;
    for (const [inner, value] of isStream ? [] : Object.entries(content)) {
      const child = add(inner, value instanceof Uint8Array ? 2 : 1, value);
      if (last === undefined) (rows[at] as Row).child = child;
      else (rows[last] as Row).next = child;
      last = child;
    }
    return at;
  };
  add('Root Entry', 5, root);

  const small: Buffer[] = [];
  const smallFat: number[] = [];
  const starts = rows.map(({ bytes }) => {
    if (bytes.length === 0) return END;
    const start = smallFat.length;
    for (let at = 0; at < bytes.length; at += SMALL) {
      small.push(padded(bytes.subarray(at, at + SMALL), SMALL));
      smallFat.push(at + SMALL < bytes.length ? smallFat.length + 1 : END);
    }
    return start;
  });
  const stream = Buffer.concat(small);
  const directory = (start: number): Buffer =>
    Buffer.concat(
      rows.map((row, at) =>
        directoryRow(row, at === 0 ? start : (starts[at] ?? END), at === 0 ? stream.length : row.bytes.length),
      ),
    );

  // Behind the table of sectors: that of small sectors, the small sectors, the directory.
  const parts = [numbers(smallFat), stream, directory(0)].map((part) => padded(part, SECTOR));
  const fat: number[] = [0xfffffffd];
  const first = parts.map((part) => {
    const start = fat.length;
    for (let at = 1; at <= part.length / SECTOR; at += 1) fat.push(at === part.length / SECTOR ? END : start + at);
    return start;
  });
  if (fat.length > SECTOR / 4) throw new Error('The sample is larger than one table of sectors.');
  parts[2] = padded(directory(first[1] ?? 0), SECTOR);
  const header = Buffer.alloc(SECTOR, 0xff);
  Buffer.from('d0cf11e0a1b11ae100000000000000000000000000000000', 'hex').copy(header);
  header.writeUInt32LE(0x0003003e, 24);
  header.writeUInt32LE(0x0009fffe, 28);
  header.writeUInt32LE(6, 32);
  const fields = [0, 0, 1, first[2] ?? 0, 0, 4096, first[0] ?? 0, 1, END, 0, 0];
  for (const [at, value] of fields.entries()) header.writeUInt32LE(value, 36 + at * 4);
  return Buffer.concat([header, padded(numbers(fat), SECTOR), ...parts]);
}

function directoryRow({ child, name, next, type }: Row, start: number, size: number): Buffer {
  const row = Buffer.alloc(128);
  row.write(name, 'utf16le');
  row.writeUInt16LE((name.length + 1) * 2, 64);
  row.writeUInt8(type, 66);
  for (const [at, value] of [
    [68, NONE],
    [72, next],
    [76, child],
    [116, start],
    [120, size],
  ] as const)
    row.writeUInt32LE(value, at);
  return row;
}

const numbers = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
};

/** Unused numbers of a table say that their sector is free. */
const padded = (bytes: Uint8Array, size: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((size - (bytes.length % size)) % size, 0xff)]);

/** A mail of Outlook: its properties by their ids, texts in UTF-16; `others` are further entries. */
export function msgOf(properties: Readonly<Record<string, string | Uint8Array>>, others: Storage = {}): Storage {
  const entries = Object.entries(properties).map(([id, value]) =>
    typeof value === 'string'
      ? [`__substg1.0_${id}001F`, Buffer.from(value, 'utf16le')]
      : [`__substg1.0_${id}0102`, value],
  );
  const times = Buffer.alloc(48);
  times.writeUInt32LE(0x00390040, 32);
  times.writeBigUInt64LE(116_444_736_000_000_000n + BigInt(Date.parse('2026-03-06T08:15:00Z')) * 10_000n, 40);
  return { '__properties_version1.0': times, ...(Object.fromEntries(entries) as Storage), ...others };
}
