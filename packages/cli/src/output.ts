import { closeSync, openSync, writeSync } from 'node:fs';
import { UsageError } from './exit.js';
import { STDIN } from './rule-files.js';
import { systemFault } from './system-fault.js';

/** Where a command's result goes. */
export interface Output {
  write(text: string): void;
  /** Writes what is still buffered. */
  end(): void;
}

/** How many characters are buffered before they are written. */
const BUFFER_CHARACTERS = 256 * 1024;

/** Opens a file, or standard output for `-` or no path. Throws a `UsageError` for a file that cannot be written. */
export function openOutput(path: string | undefined): Output {
  if (path === undefined || path === STDIN) return buffered((text) => process.stdout.write(text));
  const file = openFile(path);
  return buffered(
    (text) => writeWhole(file, text),
    () => closeSync(file),
  );
}

function openFile(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${systemFault(error)}`);
  }
}

function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

function buffered(flush: (text: string) => void, close = () => {}): Output {
  let buffer = '';
  return {
    write(text) {
      buffer += text;
      if (buffer.length <= BUFFER_CHARACTERS) return;
      flush(buffer);
      buffer = '';
    },
    end() {
      if (buffer !== '') flush(buffer);
      buffer = '';
      close();
    },
  };
}
