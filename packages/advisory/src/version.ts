/** The version of the engine: the same document, options and version give the same bytes. Raised with every change of output. */
export const ENGINE_VERSION = '0.2.0';
