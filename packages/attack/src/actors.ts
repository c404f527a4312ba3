import { technique } from './catalogue.js';
import { lazyData } from './data.js';

/** A group or campaign that ATT&CK knows, with the techniques that it records of them, as current ids. */
export interface ThreatActor {
  /** `G0016` of a group, `C0024` of a campaign. */
  readonly id: string;
  readonly kind: 'group' | 'campaign';
  readonly name: string;
  /** Other names that reports use. */
  readonly aliases: readonly string[];
  /** Ordered by id. */
  readonly techniques: readonly string[];
}

type RawActor = Omit<ThreatActor, 'techniques'> & { readonly techniques: string };

const table = lazyData('actors.json', (raw: readonly RawActor[]) => {
  const list = raw.map(
    (one): ThreatActor => ({ ...one, techniques: one.techniques.split(' ').filter((id) => technique(id)) }),
  );
  return { list, byId: new Map(list.map((one) => [one.id, one])) };
});

/** All groups and campaigns with at least one technique, ordered by id. */
export function threatActors(): readonly ThreatActor[] {
  return table().list;
}

/** A group or campaign by its id, in any letter case; undefined when ATT&CK does not have it. */
export function threatActor(id: string): ThreatActor | undefined {
  return table().byId.get(id.toUpperCase());
}
