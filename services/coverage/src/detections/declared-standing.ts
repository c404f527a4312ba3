import type { DetectionStatus, StatusReason } from '../cloud/detection-model.js';
import type { SigmaRule } from './read-rules.js';

/** Whether a declared rule can count by itself, and why not. Whether its log arrives is another question. */
export interface Standing {
  readonly status: DetectionStatus;
  readonly reason: StatusReason | null;
}

const NOT_IN_USE: readonly (string | undefined)[] = ['deprecated', 'unsupported'];

/**
 * Whether a declared rule can count. It cannot when its author no longer stands by it, or when it reads a log that accounts of the provider do
 * not have. One that names no technique and no event of one counts for nothing.
 */
export function standingOf({
  reading,
  status,
  techniques,
}: Pick<SigmaRule, 'status' | 'techniques' | 'reading'>): Standing {
  if (NOT_IN_USE.includes(status)) return { status: 'disabled', reason: 'deprecated' };
  if (techniques.length + reading.mappings.length === 0) return { status: 'degraded', reason: 'untagged' };
  switch (reading.reads.log) {
    case 'foreign':
      return { status: 'disabled', reason: 'no_log_source' };
    case 'unread':
      return { status: 'unknown', reason: 'dependency_unreadable' };
    case 'judged':
      return { status: 'active', reason: null };
  }
}
