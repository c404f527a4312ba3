/** The events that a command takes, in its help. */
export const EVENTS =
  'events as NDJSON or JSON (of EVTX tools, Elastic, Splunk, Defender, Sentinel, CloudTrail, or with fields as Sigma names them), CEF or syslog, also packed with gzip; files, folders, - for standard input. An event that tells its log source is tried against the rules for it, any other against all';
