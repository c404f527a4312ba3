import { DEFAULT_TARGET_IDS, isTargetId, TARGET_IDS, type TargetId } from '@tripline/sigma';
import { UsageError } from './exit.js';
import { knownNames } from './nearest.js';
import { sigmaCliHint } from './sigma-cli.js';

/** The targets that ids name, each once; the six that need not be named for none. Throws a `UsageError` for an unknown id. */
export function readTargets(ids: readonly string[]): readonly TargetId[] {
  if (ids.length === 0) return DEFAULT_TARGET_IDS;
  return [...new Set(ids)].map((id) => {
    if (isTargetId(id)) return id;
    const hint = sigmaCliHint('targets', id);
    throw new UsageError(
      `there is no target "${id}"; ${hint === undefined ? knownNames(id, TARGET_IDS) : `write ${hint}`}`,
    );
  });
}
