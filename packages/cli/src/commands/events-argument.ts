/** The events that a command takes, in its help. */
export const EVENTS =
  'events as NDJSON or JSON, also packed with gzip; files, folders, - for standard input. An event that tells its log source is tried against the rules for it, any other against all';
