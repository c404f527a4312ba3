/**
 * Joins zips into one without unpacking them: their files one after the other, then their directories with the places moved. The parts are
 * those that `zipSync` makes: no comment, no more than 4 GB, at most 65,535 files in all.
 */

/** The end record of a zip without a comment. */
export const ZIP_END_BYTES = 22;
/** Where a directory entry says the lengths of its name, extra field and comment, and where its file begins. */
const ENTRY_BYTES = 46;
const AT_LENGTHS = [28, 30, 32];
const AT_OFFSET = 42;

/** Most files in one zip. */
export const MOST_ZIP_FILES = 65_535;

/** What follows the files of all parts. */
export interface ZipDirectory {
  /** Tells of a part, in order. @returns its files, to be written as they are */
  add(part: Uint8Array): Uint8Array;
  /** The directory, to be written last. */
  end(): Uint8Array;
}

/** Begins the directory of a zip that is joined from parts. */
export function createZipDirectory(): ZipDirectory {
  const directories: Uint8Array[] = [];
  let written = 0;
  let entries = 0;
  return {
    add(part) {
      const end = viewOf(part.subarray(part.length - ZIP_END_BYTES));
      const [count, size, at] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)];
      const directory = part.slice(at, at + size);
      const view = viewOf(directory);
      for (let entry = 0; entry < size; ) {
        view.setUint32(entry + AT_OFFSET, view.getUint32(entry + AT_OFFSET, true) + written, true);
        entry += ENTRY_BYTES + AT_LENGTHS.reduce((sum, length) => sum + view.getUint16(entry + length, true), 0);
      }
      directories.push(directory);
      written += at;
      entries += count;
      return part.subarray(0, at);
    },
    end() {
      const size = directories.reduce((sum, { length }) => sum + length, 0);
      const bytes = new Uint8Array(size + ZIP_END_BYTES);
      let place = 0;
      for (const directory of directories) {
        bytes.set(directory, place);
        place += directory.length;
      }
      const end = viewOf(bytes.subarray(size));
      end.setUint32(0, 0x06054b50, true);
      end.setUint16(8, entries, true);
      end.setUint16(10, entries, true);
      end.setUint32(12, size, true);
      end.setUint32(16, written, true);
      return bytes;
    },
  };
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
