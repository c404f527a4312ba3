import type { SeesReason, StatusReason } from '../cloud/detection-model.js';

/** The detections of one cell and state that notice a technique, with the fields that coverage needs. */
export interface TechniqueSight {
  /** The cell of the detections; both null for declared ones, which count in every scope. */
  readonly service: string | null;
  readonly scope: string | null;
  /** The scopes whose events reach them, where they are not those of the cell alone. */
  readonly sees: readonly string[] | null;
  readonly status: 'active' | 'degraded' | 'disabled' | 'unknown';
  readonly statusReason: StatusReason | SeesReason | null;
  readonly techniqueId: string;
  /** That of the best of them, 0 to 1. */
  readonly confidence: number;
  /** That of the best that covers the technique by itself; 0 where none does. */
  readonly covering: number;
  /** How many they are; 0 where a detection that counts elsewhere is told of further scopes. */
  readonly detections: number;
  /** How many of them only claim the technique: their author's tag says so, and our table does not know it. */
  readonly claiming: number;
}
