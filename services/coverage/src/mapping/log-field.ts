/**
 * A field of a log event in the event's own spelling: without `$.`, list indexes and backquotes, and without the `detail.` of records from
 * EventBridge.
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
