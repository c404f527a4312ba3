import { type DetectionSubject, type FoundDetection, mapDetection } from '@tripline/coverage-service';

type Mapped = ReturnType<typeof mapDetection>;

/** A detection that looks at a subject, in us-east-1 unless said otherwise. */
function detection(subject: DetectionSubject, more: Partial<FoundDetection> = {}): FoundDetection {
  return {
    key: 'arn:aws:events:us-east-1:111122223333:rule/one',
    type: 'eventbridge_rule',
    scope: 'us-east-1',
    name: 'one',
    arn: null,
    description: null,
    managed: false,
    status: 'active',
    statusReason: null,
    subject,
    ...more,
  };
}

/** What a subject says about techniques. */
export function mapped(subject: DetectionSubject, more: Partial<FoundDetection> = {}): Mapped {
  return mapDetection(detection(subject, more));
}

/** The techniques that mappings detect, with their strength. */
export function detected(mappings: Mapped): Record<string, string> {
  return Object.fromEntries(
    mappings
      .filter(({ category }) => category === 'detect')
      .map(({ techniqueId, strength }) => [techniqueId, strength]),
  );
}

/** An EventBridge rule's subject for a pattern written as an object. */
export function eventPattern(pattern: object, allManagementEvents = false): DetectionSubject {
  return { kind: 'event_pattern', pattern: JSON.stringify(pattern), allManagementEvents };
}

/** A metric filter's subject. */
export function metricFilter(pattern: string): DetectionSubject {
  return { kind: 'metric_filter', pattern };
}

/** A saved query's subject. */
export function logsQuery(query: string): DetectionSubject {
  return { kind: 'logs_query', query };
}
