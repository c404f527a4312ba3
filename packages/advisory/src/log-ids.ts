import { type PlatformId, platformId, platformOfLogsource } from '@tripline/sigma';
import { loadLogs } from '@tripline/telemetry';

/** A log of the table, as people choose it. */
interface ListedLog {
  /** As {@link GenerateOptions.logs} takes it. */
  readonly id: string;
  readonly name: string;
  /** Null for one that belongs to none of the platforms. */
  readonly platform: PlatformId | null;
}

/** All logs of the table. */
export const listLogs = (): readonly ListedLog[] =>
  loadLogs().map(({ id, logsource, name }) => {
    const platform = platformOfLogsource(logsource);
    return { id, name, platform: platform === undefined ? null : platformId(platform) };
  });

/** The ids of all logs of the table. */
export const logIds = (): readonly string[] => loadLogs().map(({ id }) => id);
