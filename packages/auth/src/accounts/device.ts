import Bowser from 'bowser';

/** What kind of program a request says it comes from, for people: `Firefox on Windows`, `curl`. Null when it says nothing. */
export function deviceOf(userAgent: string | null): string | null {
  const text = userAgent?.trim() ?? '';
  if (text === '') return null;
  const { browser, os } = Bowser.parse(text);
  // Programs that are no browsers name themselves first: `curl/8.5.0`.
  const program = browser.name || /^[^\s/;(]+/.exec(text)?.[0] || 'An unknown program';
  return os.name ? `${program} on ${os.name}` : program;
}
