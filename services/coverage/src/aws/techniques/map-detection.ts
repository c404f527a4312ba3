import { type Compliance, type ControlMapping, checkMappings, currentId } from '@tripline/attack';
import type { DetectionSubject } from '../../cloud/detection-model.js';
import type { FoundDetection } from '../../cloud/found-detection.js';
import { readFilterPattern } from '../../mapping/filter-pattern.js';
import { readLogsQuery } from '../../mapping/logs-query.js';
import { mapAlarm } from '../../mapping/map-alarm.js';
import { mapGuardDuty } from '../../mapping/map-guardduty.js';
import { mapLogCondition } from '../../mapping/map-log-condition.js';
import { Memo } from '../../mapping/memo.js';
import { strongest } from '../../mapping/strongest.js';
import { awsServiceOf } from '../services/index.js';
import { mapEventPattern, mapPassedEvents } from './map-event-pattern.js';

/** Deepest chain of feeds: a function behind a rule behind an alarm. */
const DEEPEST_FEED = 4;

const remembered = new Memo<readonly ControlMapping[]>();

/**
 * The techniques of a detection: each once per category with its surest mapping, ordered by technique and category. A customer's text is
 * read for the events it names; text that cannot be read gives none. Whether the detection can fire is a matter of its status and is not
 * considered here, except that saved queries nobody runs show everything minimally.
 */
export function mapDetection(found: FoundDetection): readonly ControlMapping[] {
  const mappings = mapSubject(found.subject, { region: found.scope, compliance: found.compliance ?? null }, 0);
  if (found.statusReason !== 'not_scheduled') return mappings;
  return mappings.map((mapping) => ({ ...mapping, strength: 'minimal' }));
}

/** The techniques of what goes from a region to elsewhere, in the words of what detections watch: those of every event that a rule sends on. */
export function mapForwarded(subject: DetectionSubject, region: string): readonly ControlMapping[] {
  if (subject.kind === 'event_pattern') {
    return mapPassedEvents(subject.pattern, { region, allManagementEvents: subject.allManagementEvents });
  }
  return mapSubject(subject, { region, compliance: null }, 0);
}

/** What a detection's mappings depend on besides its subject. */
interface Setting {
  readonly region: string;
  readonly compliance: Compliance;
}

function mapSubject(subject: DetectionSubject, setting: Setting, depth: number): readonly ControlMapping[] {
  if (subject.kind === 'fed_by') {
    if (depth >= DEEPEST_FEED) return [];
    return strongest(subject.subjects.flatMap((feed) => mapSubject(feed, setting, depth + 1)));
  }
  return remembered.get(JSON.stringify([counting(subject, setting), subject]), () =>
    strongest(rowsOf(subject, setting)),
  );
}

/** What of the setting the mappings of a subject depend on: those of a text that every region has are then worked out once. */
function counting({ kind }: DetectionSubject, { region, compliance }: Setting): string | null {
  if (kind === 'event_pattern') return region;
  return kind === 'config_rule' || kind === 'securityhub_control' ? compliance : null;
}

function rowsOf(
  subject: Exclude<DetectionSubject, { kind: 'fed_by' }>,
  { region, compliance }: Setting,
): readonly ControlMapping[] {
  switch (subject.kind) {
    case 'guardduty':
      return mapGuardDuty(subject.features, subject.suppressed, subject.partly ?? []);
    case 'event_pattern':
      return mapEventPattern(subject.pattern, { region, allManagementEvents: subject.allManagementEvents });
    case 'config_rule':
      return subject.identifier === null ? [] : checkMappings({ by: 'config', id: subject.identifier }, compliance);
    case 'securityhub_control':
      return checkMappings({ by: 'securityhub', id: subject.controlId }, compliance);
    case 'tagged':
      return subject.techniques.flatMap(mapTag);
    case 'service':
      return awsServiceOf(subject.service).techniques?.(subject.parts) ?? [];
    case 'metric_filter':
      return mapLogCondition(readFilterPattern(subject.pattern));
    case 'alarm':
      return mapAlarm(subject.patterns, subject.namespace, subject.metric);
    case 'logs_query':
      return mapLogCondition(readLogsQuery(subject.query));
    case 'none':
      return [];
  }
}

/** A technique named by a rule's author, as a tag (`attack.t1136.003`) or an id. Retired ids give their successor, unknown ones nothing. */
function mapTag(tag: string): readonly ControlMapping[] {
  const id = currentId(tag.trim().replace(/^attack\./i, ''));
  if (id === undefined) return [];
  return [{ techniqueId: id, strength: 'significant', category: 'detect', source: 'sigma', evidence: `tag ${tag}` }];
}
