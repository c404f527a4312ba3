/** A line on the terminal that changes while work is under way. */
export interface StatusLine {
  show(text: string): void;
  /** Removes the line. May be called twice. */
  end(): void;
}

/** Opens the line. Nothing is shown or loaded where standard error is not a terminal. */
export async function openStatusLine(): Promise<StatusLine> {
  const isWatched = process.stderr.isTTY && process.env['TERM'] !== 'dumb' && !('CI' in process.env);
  if (!isWatched) return { show: () => undefined, end: () => undefined };
  const { default: yoctoSpinner } = await import('yocto-spinner');
  const spinner = yoctoSpinner();
  return {
    show(text) {
      if (spinner.isSpinning) spinner.text = text;
      else spinner.start(text);
    },
    end: () => void spinner.stop(),
  };
}
