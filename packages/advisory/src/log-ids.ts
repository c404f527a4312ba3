import { loadLogs } from '@tripline/telemetry';

/** The ids of all logs of the table, as {@link GenerateOptions.logs} takes them. */
export const logIds = (): readonly string[] => loadLogs().map(({ id }) => id);
