import type { SigmaEvent } from '@tripline/sigma';
import type { LuceneDocument, LuceneFieldKind } from './lucene-fields.js';

/** How a product stores a log source: which Sigma fields exist, and in which native fields. */
export interface NativeEvents {
  readonly pipeline: 'default' | 'none';
  readonly logsource: Readonly<Record<string, string>>;
  readonly fields: {
    readonly text: readonly string[];
    readonly words: readonly string[];
    readonly addresses: readonly string[];
    readonly numbers: readonly string[];
  };
  /** Mapping of the native fields; the others are keywords. */
  readonly kinds: Readonly<Record<string, LuceneFieldKind>>;
  /** Sigma field to native field; several of one make an array. */
  readonly names?: Readonly<Record<string, string>>;
  /** Accounts that are split at the first backslash. */
  readonly accounts?: Readonly<Record<string, readonly [string, string]>>;
  /** What every event of the log source has. */
  readonly scope?: LuceneDocument;
  /** The field that holds the event's whole text, if the product keeps it. */
  readonly message?: string;
}

/** The document that a product makes of an event. */
export function documentOf(native: NativeEvents, event: SigmaEvent): LuceneDocument {
  const document: Record<string, unknown[]> = {};
  const put = (name: string, value: unknown) => {
    document[name] = [...(document[name] ?? []), value];
  };
  for (const [name, value] of Object.entries(native.scope ?? {})) put(name, value);
  for (const [field, value] of Object.entries(event)) {
    const account = native.accounts?.[field];
    const at = account === undefined ? -1 : String(value).indexOf('\\');
    if (account !== undefined && at >= 0) {
      put(account[0], String(value).slice(0, at));
      put(account[1], String(value).slice(at + 1));
    } else put(native.names?.[field] ?? field, value);
  }
  // Each value is on its own line, as in a rendered event.
  if (native.message !== undefined) put(native.message, Object.values(event).join('\n'));
  return document;
}
