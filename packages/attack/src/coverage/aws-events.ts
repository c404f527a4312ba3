import { type AwsEvent, awsEventTable } from './aws-event-table.js';
import { admitsEveryName, type EventNameTest, type EventSelection, nameMatcher } from './event-selection.js';
import { type ControlMapping, type MappingStrength, mappingConfidence } from './mapping.js';

/** A detection that names an event only by a wildcard or its source is a step weaker than one that names it. */
const STEP_DOWN: Readonly<Record<MappingStrength, MappingStrength>> = {
  significant: 'partial',
  partial: 'minimal',
  minimal: 'minimal',
};

/** Keeps the surest mapping of each technique; of equals the first. */
class Best {
  readonly #byTechnique = new Map<string, ControlMapping>();

  add(event: AwsEvent, exact: boolean, evidence: string): void {
    for (const { techniqueId, strength, source } of event.techniques) {
      const mapping: ControlMapping = {
        techniqueId,
        strength: exact ? strength : STEP_DOWN[strength],
        category: 'detect',
        source,
        evidence,
      };
      const known = this.#byTechnique.get(techniqueId);
      if (known === undefined || mappingConfidence(known) < mappingConfidence(mapping)) {
        this.#byTechnique.set(techniqueId, mapping);
      }
    }
  }

  sorted(): readonly ControlMapping[] {
    return [...this.#byTechnique.values()].sort((a, b) => (a.techniqueId < b.techniqueId ? -1 : 1));
  }
}

/** How a test reads in evidence; an endless value is cut. */
function describe({ kind, value }: EventNameTest): string {
  const shown = value.length > 64 ? `${value.slice(0, 64)}…` : value;
  return kind === 'prefix' ? `${shown}*` : kind === 'suffix' ? `*${shown}` : shown;
}

/**
 * The techniques that a detection over AWS CloudTrail events shows, each once with its surest mapping, ordered by id. An event named
 * exactly (any letter case) counts as the event table says; one met by a prefix, suffix or wildcard, or only by its source, a step weaker.
 * A selection that narrows neither name nor source shows nothing: it would meet every event there is.
 */
export function awsEventMappings(selection: EventSelection): readonly ControlMapping[] {
  const table = awsEventTable();
  const sources = new Set(selection.sources.map((source) => source.toLowerCase()));
  const inSources = ({ source }: AwsEvent): boolean => sources.size === 0 || sources.has(source);
  const best = new Best();

  if (selection.names.length === 0 || selection.names.some(admitsEveryName)) {
    for (const source of sources) {
      for (const event of table.bySource.get(source) ?? []) {
        best.add(event, false, `any event of ${source}, such as ${event.name}`);
      }
    }
  }
  for (const test of selection.names) {
    if (test.kind === 'exact') {
      for (const event of table.byName.get(test.value.toLowerCase()) ?? []) {
        if (inSources(event)) best.add(event, true, `event ${event.name} of ${event.source}`);
      }
    } else if (!admitsEveryName(test)) {
      const matches = nameMatcher(test);
      for (const [name, events] of table.byName) {
        if (!matches(name)) continue;
        for (const event of events) {
          if (inSources(event)) best.add(event, false, `events ${describe(test)}, such as ${event.name}`);
        }
      }
    }
  }
  return best.sorted();
}

/** The CloudTrail events with known techniques, in the order of the table. */
export function awsEvents(): readonly AwsEvent[] {
  return awsEventTable().events;
}
