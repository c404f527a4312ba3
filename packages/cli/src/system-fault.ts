import { readData } from './data.js';

/** Why the system refused something, in words; the error's own message where there are none. */
export function systemFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const words = readData<Readonly<Record<string, string>>>('system-errors.json');
  return (code === undefined ? undefined : words[code]) ?? error.message;
}
