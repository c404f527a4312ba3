/** Exit codes of every command. */
export const EXIT = { ok: 0, faults: 1, usage: 2 } as const;

/** How a command reports the exit code it ends with. */
export type SetExitCode = (code: number) => void;

/** A command cannot be run as called: an unknown target, a path that does not exist. Ends with exit code 2. */
export class UsageError extends Error {}
