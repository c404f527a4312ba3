import { momentOf } from './moments.js';

const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** A moment in the reader's own zone; UTC on hover. `relative`: how long ago, for what is recent. `words`: as `momentsApart` names it among others. */
export function Time({ at, relative = false, words }: { at: string; relative?: boolean; words?: string | undefined }) {
  const date = new Date(at);
  const text = (relative ? ago(date) : undefined) ?? words ?? momentOf(at);
  return (
    <time dateTime={at} title={`${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`}>
      {text}
    </time>
  );
}

function ago(date: Date): string | undefined {
  const seconds = (date.getTime() - Date.now()) / 1000;
  if (Math.abs(seconds) > 7 * 86_400) return undefined;
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? ['minute', 60];
  return RELATIVE.format(Math.round(seconds / size), unit);
}
