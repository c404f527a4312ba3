import type { FoundThing, RoleFound } from '../model.js';
import { passageAt } from '../segment/passage.js';
import type { Page } from './page.js';

/** Only the text of a script names its mutex in a log; what a program makes, no log shows. */
const UNSEEN: RoleFound = {
  role: 'intruders',
  because: 'no log shows the mutexes of programs',
  isLeftOut: true,
};

/** Finds names of mutexes. Those of PowerShell scripts show in the log of scripts; of all others it is told why no rule asks for them. */
export function findMutexes({ doc, indicators }: Page): readonly FoundThing[] {
  return indicators
    .filter(({ type, spans }) => type === 'mutex' && spans.length > 0)
    .map(({ value, spans }): FoundThing => {
      const isScripts = spans.some(({ start }) => passageAt(doc, start)?.text.toLowerCase().includes('powershell'));
      return { thing: 'mutex', value, deed: 'created', spans, ...(isScripts ? {} : { mark: UNSEEN }) };
    });
}
