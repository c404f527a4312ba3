/** The version of the engine: the same document, options and version give the same bytes. Raised with every change of output. */
export const ENGINE_VERSION = '0.2.0';

/** The date of that version: the `date` of rules whose advisory does not say when it was published. */
export const ENGINE_DATE = '2026-11-22';
