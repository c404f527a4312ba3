import { awsGapFacts, type ControlMapping, type Technique, technique } from '@tripline/attack';
import type { ProviderFolder } from '@tripline/coverage-service';

type Facts = ProviderFolder['facts'];
type ShowingLog = Facts['logOfNeed'] extends (need: never) => infer Log ? Log : never;

/** The only log of this cloud. */
export const DEEDS = 'madeup_deeds';

/** A mapping that covers by itself. */
export const MAPPED = (techniqueId: string, evidence: string): ControlMapping => ({
  techniqueId,
  strength: 'significant',
  category: 'detect',
  source: 'vendor',
  evidence,
});

const TECHNIQUES = ['T1078.004', 'T1530', 'T1580'].map((id): Technique => {
  const known = technique(id);
  if (known === undefined) throw new Error(`ATT&CK has no ${id}`);
  return known;
});
const EVENTS: Readonly<Record<string, string>> = { T1530: 'Read', T1580: 'List' };

const deeds = (events: ShowingLog['events']): ShowingLog => ({
  log: DEEDS,
  name: 'made-up deeds',
  product: 'the recorder',
  service: 'recorder',
  resourceType: null,
  dataComponents: ['Cloud Storage Access'],
  withoutSource: 'no_recorder',
  events,
});

/** What is known of the made-up cloud. */
export const madeupFacts: Facts = {
  name: 'madeup',
  statusWords: {
    nobody_listens: { label: 'Nobody listens to it.', toDo: 'Give it a listener.', severity: 'medium' },
  },
  feedGaps: {
    recorder_paused: { before: 'not_selected', sentence: (source) => `${source} is paused` },
    no_recorder: { before: 'unread', sentence: () => 'there is no recorder' },
  },
  scope: { noun: 'quarter', kind: 'a quarter of the made-up cloud', example: 'north' },
  attackPlatforms: ['IaaS'],
  techniques: () => TECHNIQUES,
  eventScopes: () => 'all',
  couldShow: (service) => service === 'watcher',
  mapDetection: ({ name, subject }) =>
    subject.kind === 'tagged' ? subject.techniques.map((id) => MAPPED(id, name)) : [],
  mapForwarded: () => [],
  logsShowing: (techniqueId) => {
    const name = EVENTS[techniqueId];
    return name === undefined ? [] : [deeds([{ source: 'store', name, scope: null }])];
  },
  logOfNeed: ({ events, scope, source }) =>
    deeds(source === null ? [] : events.map((name) => ({ source, name, scope }))),
  entrance: 'door',
  permissionOf: (service, operation) => `${service}:${operation}`,
  forbids: () => false,
  gapFacts: (techniqueId, state) => ({
    ...awsGapFacts(techniqueId, state),
    logSources: ['madeup:deeds'],
    suggestedDetections: ['Set a watch on it.'],
    generation: { platforms: null, reason: 'No rule is written for the made-up cloud.' },
  }),
  closings: { types: [], reasons: [], of: () => [] },
};
