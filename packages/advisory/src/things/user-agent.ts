import { isOwnUserAgent } from '../indicators/user-agent.js';
import { wordSet } from '../knowledge/load.js';
import type { FoundThing, Indicator, RoleFound } from '../model.js';
import { lettersOf } from '../text/shape.js';
import type { Page } from './page.js';

/** Shorter than this a user agent is the beginning of everybody's. */
const SHORTEST_BROWSER = 30;

/** Finds what clients call themselves: the user agents among the indicators, each with what its own form says of its role. */
export function findClients(page: Page): readonly FoundThing[] {
  return page.indicators
    .filter(({ type, spans }) => type === 'user-agent' && spans.length > 0)
    .map(({ value, spans, ...rest }): FoundThing => {
      const mark = markOf({ value, spans, ...rest });
      return { thing: 'user-agent', value, spans, ...(mark === undefined ? {} : { mark }) };
    });
}

function markOf({ value }: Indicator): RoleFound | undefined {
  const words = value.toLowerCase().split(' ');
  if (words.some((word) => word.includes('x.x') || word.includes('<') || word.endsWith('/')))
    return { role: 'placeholder', because: 'its version stands for another' };
  if (!words[0]?.startsWith('mozilla')) {
    return isOwnUserAgent(value)
      ? undefined
      : {
          role: 'abused',
          because: 'everybody’s clients call themselves so, and nothing else tells whose it is',
          isLeftOut: true,
        };
  }
  if (value.length < SHORTEST_BROWSER && !namesProgram(words))
    return { role: 'mentioned', because: 'every browser begins so' };
  // What no browser of today is: one of years ago that is built in, or a tool that only begins like one.
  const isToday = words.some((word) => wordSet('browsers-of-today').has(word.split('/')[0] ?? ''));
  return isToday
    ? { role: 'abused', because: 'a browser of everybody calls itself so', isLeftOut: true }
    : { role: 'intruders', because: 'a program pretends to be a browser of years ago' };
}

/** Whether what stands behind the beginning is whole and no system: `Mozilla/5.0 (HeronAgent 2)`. */
function namesProgram([, ...rest]: readonly string[]): boolean {
  const [first] = rest;
  if (first === undefined || rest.at(-1)?.endsWith(')') !== true) return false;
  return !wordSet('user-agent-systems').has(lettersOf(first));
}
