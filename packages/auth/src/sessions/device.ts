import Bowser from 'bowser';

/** The program that a request names, for people: `Firefox on Windows`, `curl`. Null when it names none. */
export function deviceOf(userAgent: string | null): string | null {
  const text = userAgent?.trim() ?? '';
  if (text === '') return null;
  const { browser, os } = Bowser.parse(text);
  // Programs other than browsers put their name first: `curl/8.5.0`.
  const program = browser.name || /^[^\s/;(]+/.exec(text)?.[0] || 'An unknown program';
  return os.name ? `${program} on ${os.name}` : program;
}
