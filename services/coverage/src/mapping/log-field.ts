/**
 * A field of a log event as the event itself spells it: without `$.`, list places and backquotes, and without the `detail.` of records that
 * EventBridge delivered.
 */
export function logField(written: string): string {
  return written
    .replace(/^\$\.?/, '')
    .replaceAll('`', '')
    .replace(/\[['"]([^'"\]]*)['"]\]/g, '.$1')
    .replace(/\[(?:\d+|\*)\]/g, '')
    .replace(/^\./, '')
    .replace(/^detail\.(?=\w)/, '');
}
