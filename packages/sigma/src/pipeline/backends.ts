import { readFileSync } from 'node:fs';
import { isTargetId, type TargetId } from '../catalogue/targets.js';

let known: Readonly<Record<string, readonly TargetId[]>> | undefined;

/** The targets that `allowed_backends` means: our own ids, and the names that pySigma's backends have. Other names mean none of ours. */
export function targetsOfBackends(names: readonly string[]): readonly TargetId[] {
  known ??= JSON.parse(
    readFileSync(new URL('../../data/pipelines/backends.json', import.meta.url), 'utf8'),
  ) as Readonly<Record<string, readonly TargetId[]>>;
  const backends = known;
  return [
    ...new Set(
      names.flatMap((name) =>
        isTargetId(name) ? [name] : Object.hasOwn(backends, name) ? (backends[name] ?? []) : [],
      ),
    ),
  ];
}
