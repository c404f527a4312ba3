import { lazyData } from './data.js';

const logSources = lazyData(
  'cloud-log-sources.json',
  (raw: { readonly techniques: Readonly<Record<string, readonly string[]>> }) =>
    new Map(Object.entries(raw.techniques)),
);

/** Cloud log sources that ATT&CK's own analytics name for a technique, for example `AWS:CloudTrail`. */
export function cloudLogSources(techniqueId: string): readonly string[] {
  return logSources().get(techniqueId.toUpperCase()) ?? [];
}
