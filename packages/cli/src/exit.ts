/** Exit codes of every command. */
export const EXIT = { ok: 0, faults: 1, usage: 2 } as const;

/** How a command reports the exit code it ends with. */
export type SetExitCode = (code: number) => void;

/** The command was called in a way it cannot serve: an unknown target, a path that is not there. Ends with exit code 2. */
export class UsageError extends Error {}
