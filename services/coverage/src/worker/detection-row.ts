import { createHash } from 'node:crypto';
import { type ControlMapping, mappingConfidence } from '@tripline/attack';
import { v7 as uuidv7 } from 'uuid';
import type { FoundDetection } from '../detections/detection-model.js';
import { mapDetection } from '../mapping/map-detection.js';
import type { Cell } from '../providers/provider.js';

/** A technique of a detection, as it is stored. */
interface TechniqueRow {
  readonly technique_id: string;
  readonly category: ControlMapping['category'];
  readonly strength: ControlMapping['strength'];
  readonly source: ControlMapping['source'];
  readonly confidence: number;
  readonly evidence: string;
}

/** A found detection, as it is stored. */
export interface DetectionRow {
  /** Its id, if it is new. */
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

/** An index entry of Postgres holds about 2,700 bytes, and a character takes up to four. */
const MAX_INDEXED = 600;

/** A found detection with its techniques, ready to be stored. */
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
    natural_key: found.key.length > MAX_INDEXED ? `sha256:${sha256(found.key)}` : found.key,
    name: name.slice(0, MAX_INDEXED),
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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** NUL characters and halves of surrogate pairs. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

/** JSON that Postgres takes whatever its texts hold. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replace(UNSTORABLE, '\uFFFD') : part,
  );
}
