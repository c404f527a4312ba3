import { type ControlMapping, mappingConfidence } from '@tripline/attack';
import { storableText } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { FoundDetection } from '../detections/detection-model.js';
import { indexableKey, MAX_INDEXED, sha256 } from '../detections/indexable.js';
import { mapDetection } from '../mapping/map-detection.js';
import type { Cell } from '../providers/provider.js';

/** A technique of a detection, as stored. */
interface TechniqueRow {
  readonly technique_id: string;
  readonly category: ControlMapping['category'];
  readonly strength: ControlMapping['strength'];
  readonly source: ControlMapping['source'];
  readonly confidence: number;
  readonly evidence: string;
}

/** A found detection, as stored. */
export interface DetectionRow {
  /** Its id, if the detection is new. */
  readonly id: string;
  readonly type: string;
  readonly service: string;
  readonly region: string;
  readonly natural_key: string;
  readonly name: string;
  readonly source_arn: string | null;
  readonly description: string | null;
  readonly is_managed: boolean;
  readonly status: string;
  readonly status_reason: string | null;
  readonly content: object;
  readonly content_sha256: string;
  readonly mapping_count: number;
  readonly techniques: readonly TechniqueRow[];
}

/** Turns a found detection into a row with its techniques. */
export function toDetectionRow(cell: Cell, found: FoundDetection): DetectionRow {
  const techniques = mapDetection(found).map(
    ({ techniqueId, category, strength, source, evidence }): TechniqueRow => ({
      technique_id: techniqueId,
      category,
      strength,
      source,
      confidence: mappingConfidence({ strength, source }),
      evidence,
    }),
  );
  const { name, arn, description, managed, status, statusReason, subject } = found;
  return {
    id: uuidv7(),
    type: found.type,
    service: cell.service,
    region: found.region,
    natural_key: indexableKey(found.key),
    name: storableText(name, MAX_INDEXED),
    source_arn: arn,
    description,
    is_managed: managed,
    status,
    status_reason: statusReason,
    content: subject,
    content_sha256: sha256(
      JSON.stringify([name, arn, description, managed, status, statusReason, subject, techniques]),
    ),
    mapping_count: techniques.length,
    techniques,
  };
}
