import yoctoSpinner from 'yocto-spinner';

/** Shows steps while they run: one line each, with the seconds it took. On a terminal the current step's line is rewritten. */
export interface Progress {
  /** Runs one step. Its title is shown while it runs; `detail` changes the text after the title. */
  step<T>(title: string, work: (detail: (text: string) => void) => Promise<T>): Promise<T>;
  /** Prints a line. */
  say(line: string): void;
}

/** Progress on standard error, so that standard output has only the results. */
export function createProgress(): Progress {
  const write = (line: string) => process.stderr.write(`${line}\n`);
  return {
    async step(title, work) {
      const started = performance.now();
      const line = process.stderr.isTTY ? liveLine(`${title} …`) : { show: () => undefined, end: write };
      try {
        const result = await work((text) => line.show(`${title} … ${text}`));
        line.end(`✓ ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
        return result;
      } catch (error) {
        line.end(`✗ ${title}`);
        throw error;
      }
    },
    say: write,
  };
}

/** A line that is rewritten until it ends. It installs no signal handlers; the cursor is restored however the process ends. */
function liveLine(text: string): { show(text: string): void; end(line: string): void } {
  const spinner = yoctoSpinner({ text, handleSignals: false }).start();
  const giveBackCursor = (): void => void spinner.stop();
  process.once('exit', giveBackCursor);
  return {
    show: (next) => {
      spinner.text = next;
    },
    end(line) {
      process.off('exit', giveBackCursor);
      spinner.stop(line);
    },
  };
}
