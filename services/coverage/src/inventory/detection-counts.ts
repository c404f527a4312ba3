import { json, type TypeOf } from '@tripline/service';
import type { DetectionStatus } from '../cloud/detection-model.js';

/** Detections that are alike in all that they are counted by. */
export interface CountedRow {
  readonly status: DetectionStatus;
  /** Null for a detection of no region. */
  readonly region: string | null;
  readonly managed: boolean;
  readonly mapped: boolean;
  readonly count: string;
}

const COUNTED = ['status', 'region', 'managed', 'mapped'] as const;
type Counted = (typeof COUNTED)[number];

const byValue = json.list(json.object({ value: json.text.example('active'), count: json.integer.example(12) }));

/** How many detections a list would have with each value that there is, in no order. */
export const detectionCounts = json.resource('DetectionCounts', {
  status: byValue,
  region: byValue,
  managed: byValue,
  mapped: byValue,
});
export type DetectionCounts = TypeOf<typeof detectionCounts>;

/** Counts detections by each of what a list can be narrowed to, as far as the list is narrowed by the others; removed ones only among the states. */
export function countsOf(
  rows: readonly CountedRow[],
  filter: Readonly<Partial<Record<Counted, string | boolean>>>,
): DetectionCounts {
  const fits = (row: CountedRow, by: Counted): boolean => {
    if (by === 'status' && filter.status === undefined) return row.status !== 'removed';
    return filter[by] === undefined || row[by] === filter[by];
  };
  const countedBy = (name: Counted): DetectionCounts[Counted] => {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const value = row[name];
      if (value === null || !COUNTED.every((by) => by === name || fits(row, by))) continue;
      counts.set(String(value), (counts.get(String(value)) ?? 0) + Number(row.count));
    }
    return [...counts].map(([value, count]) => ({ value, count }));
  };
  return {
    status: countedBy('status'),
    region: countedBy('region'),
    managed: countedBy('managed'),
    mapped: countedBy('mapped'),
  };
}
