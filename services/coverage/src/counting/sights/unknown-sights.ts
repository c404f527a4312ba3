import type { ProviderFacts } from '../../cloud/provider-facts.js';
import type { KnownForward } from './sight-model.js';

/** The forwards of a cell that may carry a technique to where nobody knows what sees it. */
export function hangsOn(
  facts: ProviderFacts,
  { service, forwards = [] }: { readonly service: string; readonly forwards?: readonly KnownForward[] },
  techniqueId: string,
): readonly KnownForward[] {
  return forwards.filter(({ state, techniques }) => {
    if (state === 'read') return false;
    if (techniques !== null) return techniques.some((one) => one.techniqueId === techniqueId);
    // A log, which may show whatever its service's logs show.
    return facts.logsShowing(techniqueId).some((log) => log.service === service && log.events.length > 0);
  });
}

/** What to do to know what sees a forward, as a sentence; null where it is known. */
export function toDo(facts: ProviderFacts, { account, isOwn, scope, state }: KnownForward): string | null {
  if (state === 'read') return null;
  if (isOwn) return `Add the ${facts.scope.noun} ${scope} to the account's scans to know.`;
  if (state === 'not_connected') return `Connect ${account} to know.`;
  return `Scan ${scope} of ${account} to know.`;
}

/** The same, with what goes there. */
export function forwardSentence(facts: ProviderFacts, forward: KnownForward): string {
  const what = `What goes to ${forward.account} by ${forward.via.replaceAll('_', ' ')} may be noticed there.`;
  return [what, toDo(facts, forward) ?? ''].join(' ').trim();
}
