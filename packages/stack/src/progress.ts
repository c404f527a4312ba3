/** Shows steps while they run: one line each, with the seconds it took. On a terminal the running step's line is rewritten. */
export interface Progress {
  /** Runs one step; its title stands while it runs, and `detail` may change what follows the title. */
  step<T>(title: string, work: (detail: (text: string) => void) => Promise<T>): Promise<T>;
  /** A line of its own. */
  say(line: string): void;
}

/** Progress on standard error, so that standard output holds the results alone. */
export function createProgress(): Progress {
  const live = process.stderr.isTTY;
  const write = (text: string) => process.stderr.write(text);
  return {
    async step(title, work) {
      const started = performance.now();
      if (live) write(`• ${title} …`);
      const result = await work((text) => {
        if (live) write(`\r\x1b[2K• ${title} … ${text}`);
      }).catch((error: unknown) => {
        write(`${live ? '\r\x1b[2K' : ''}✗ ${title}\n`);
        throw error;
      });
      write(`${live ? '\r\x1b[2K' : ''}✓ ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
      return result;
    },
    say: (line) => write(`${line}\n`),
  };
}
