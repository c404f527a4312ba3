import { type ControlMapping, covers, mappingConfidence } from '@tripline/attack';
import { storableText } from '@tripline/service';
import { v7 as uuidv7 } from 'uuid';
import type { FoundDetection } from '../cloud/found-detection.js';
import type { Cell } from '../cloud/provider.js';
import type { ProviderFacts } from '../cloud/provider-facts.js';
import { indexableKey, MAX_INDEXED, sha256 } from '../detections/indexable.js';
import { NOTHING_FOUND } from '../inventory/detection-resource.js';

/** A technique of a detection, as stored. */
interface TechniqueRow {
  readonly technique_id: string;
  readonly category: ControlMapping['category'];
  readonly strength: ControlMapping['strength'];
  readonly source: ControlMapping['source'];
  readonly confidence: number;
  readonly evidence: string;
  /** Whether it covers by itself. */
  readonly covers: boolean;
  /** Whether it is of a check that asks for a detection. */
  readonly asks: boolean;
}

/** A found detection as stored: the columns that scans write, and its techniques. Its id is for a new one. */
export type DetectionRow = ReturnType<typeof toDetectionRow>;

/** Turns a found detection into a row with its techniques. */
export function toDetectionRow(facts: ProviderFacts, cell: Cell, found: FoundDetection) {
  const techniques = facts.mapDetection(found).map(
    (mapping): TechniqueRow => ({
      technique_id: mapping.techniqueId,
      category: mapping.category,
      strength: mapping.strength,
      source: mapping.source,
      confidence: mappingConfidence(mapping),
      evidence: mapping.evidence,
      covers: covers(mapping),
      asks: mapping.asks === true,
    }),
  );
  const {
    key,
    type,
    scope,
    seenScopes,
    name,
    arn,
    description = null,
    managed,
    status,
    statusReason,
    subject,
    hears = [],
    ...others
  } = found;
  const compared = {
    name: storableText(name, MAX_INDEXED),
    source_arn: arn,
    description,
    is_managed: managed,
    status,
    status_reason: statusReason,
    content: subject,
    ...(seenScopes === undefined ? {} : { seen_regions: seenScopes }),
    ...others,
  };
  return {
    id: uuidv7(),
    type,
    service: cell.service,
    region: scope,
    natural_key: indexableKey(key),
    ...NOTHING_FOUND,
    ...compared,
    content_sha256: sha256(JSON.stringify([...Object.values(compared), techniques])),
    hears: hears.length === 0 ? null : [...hears],
    mapping_count: techniques.length,
    techniques,
  };
}
