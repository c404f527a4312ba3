import { lazyData } from './data.js';

/** An ATT&CK tactic; `shortName` is what Sigma tags use (`attack.` + short name). */
export interface Tactic {
  readonly id: string;
  readonly shortName: string;
  readonly name: string;
}

/** How many groups, pieces of software and campaigns ATT&CK knows to use a technique. */
export interface Prevalence {
  readonly groups: number;
  readonly software: number;
  readonly campaigns: number;
}

/** A current ATT&CK technique or sub-technique. `tactics` are short names in ATT&CK's order. */
export interface Technique {
  readonly id: string;
  readonly name: string;
  readonly tactics: readonly string[];
  readonly platforms: readonly string[];
  /** The parent's id; only sub-techniques have one. */
  readonly parent?: string;
  readonly prevalence: Prevalence;
}

interface RawCatalogue {
  readonly version: string;
  readonly copyright: string;
  readonly tactics: readonly Tactic[];
  readonly techniques: readonly {
    readonly id: string;
    readonly name: string;
    readonly tactics: readonly string[];
    readonly platforms: readonly string[];
    readonly prevalence: readonly [number, number, number];
  }[];
}

const catalogue = lazyData('attack.json', (raw: RawCatalogue) => {
  const techniques = new Map<string, Technique>();
  const byName = new Map<string, Technique[]>();
  for (const { id, name, tactics, platforms, prevalence } of raw.techniques) {
    const [groups, software, campaigns] = prevalence;
    const dot = id.indexOf('.');
    const technique: Technique = {
      id,
      name,
      tactics,
      platforms,
      ...(dot < 0 ? {} : { parent: id.slice(0, dot) }),
      prevalence: { groups, software, campaigns },
    };
    techniques.set(id, technique);
    const key = name.toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), technique]);
  }
  const tactics = new Map<string, Tactic>();
  for (const tactic of raw.tactics) {
    tactics.set(tactic.id, tactic);
    tactics.set(tactic.shortName, tactic);
  }
  return { version: raw.version, copyright: raw.copyright, techniques, byName, tactics, tacticList: raw.tactics };
});

/** The ATT&CK Enterprise version of the catalogue, for example `19.0`. */
export function attackVersion(): string {
  return catalogue().version;
}

/** MITRE's copyright line. It must be shown wherever catalogue data is shown or shipped. */
export function attackCopyright(): string {
  return catalogue().copyright;
}

/** A current technique by its id (`T1059.001`, any case); undefined for a retired or unknown one (see `currentId`). */
export function technique(id: string): Technique | undefined {
  return catalogue().techniques.get(id.toUpperCase());
}

/** All current techniques, ordered by id. */
export function techniques(): readonly Technique[] {
  return [...catalogue().techniques.values()];
}

/** Techniques with exactly this name (any case). Sub-techniques of different parents can share a name, so there may be several. */
export function techniquesByName(name: string): readonly Technique[] {
  return catalogue().byName.get(name.toLowerCase()) ?? [];
}

/**
 * Techniques that ATT&CK lists for a platform, ordered by id. `platform` is spelt as in ATT&CK, for example `IaaS`, `Containers`,
 * `Windows`.
 */
export function techniquesOfPlatform(platform: string): readonly Technique[] {
  return techniques().filter((entry) => entry.platforms.includes(platform));
}

/** A tactic by id (`TA0003`, any case) or short name (`persistence`). */
export function tactic(idOrShortName: string): Tactic | undefined {
  const { tactics } = catalogue();
  return tactics.get(idOrShortName.toUpperCase()) ?? tactics.get(idOrShortName.toLowerCase());
}

/** The tactics in ATT&CK's order. */
export function tactics(): readonly Tactic[] {
  return catalogue().tacticList;
}
