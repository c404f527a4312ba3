import { technique } from '@tripline/attack';
import { dump } from 'js-yaml';
import type { Account } from '../accounts/account-model.js';
import type { SnapshotSummary } from '../counting/snapshot-model.js';
import { factsOf } from '../providers/facts-of.js';
import type { SeenTechnique } from './visibility-view.js';

/** Of DeTT&CT's scores of detection (-1 none, 0 forensics, 1 basic … 5 excellent), those that a status is worth. */
const DETECTION_SCORES = { covered: 2, partial: 1, uncovered: -1 } as const;
const BEST_QUALITY = 5;

/** What the files are of. */
interface Exported {
  readonly account: Pick<Account, 'name' | 'provider'>;
  readonly snapshot: SnapshotSummary;
  readonly techniques: readonly SeenTechnique[];
}

/**
 * DeTT&CT's administration file of data sources, version 1.1: every data component of ATT&CK that an arriving log has, with the products
 * that deliver it. Of the dimensions of quality only completeness is known, as the share of scopes; the others are 0, which DeTT&CT reads
 * as not known.
 */
export function dataSourcesFile({ account, snapshot, techniques }: Exported): string {
  const components = [...arrivingComponents(techniques)].sort(([a], [b]) => (a < b ? -1 : 1));
  return yaml({
    version: 1.1,
    file_type: 'data-source-administration',
    name: account.name,
    domain: 'enterprise-attack',
    systems: [{ applicable_to: account.name, platform: factsOf(account.provider).attackPlatforms }],
    data_sources: components.map(([name, { products, scopes, missing }]) => ({
      data_source_name: name,
      data_source: [
        {
          applicable_to: [account.name],
          date_registered: dayOf(snapshot.createdAt),
          date_connected: null,
          products: [...products].sort(),
          available_for_data_analytics: true,
          comment: `Arrives in ${[...scopes].sort().join(', ')}.${missing.size === 0 ? '' : ` Missing in ${[...missing].sort().join(', ')}.`}`,
          data_quality: {
            device_completeness: Math.max(1, Math.floor((BEST_QUALITY * scopes.size) / (scopes.size + missing.size))),
            data_field_completeness: 0,
            timeliness: 0,
            consistency: 0,
            retention: 0,
          },
        },
      ],
    })),
    exceptions: [],
  });
}

interface Component {
  readonly products: Set<string>;
  readonly scopes: Set<string>;
  readonly missing: Set<string>;
}

function arrivingComponents(techniques: readonly SeenTechnique[]): ReadonlyMap<string, Component> {
  const components = new Map<string, Component>();
  for (const { showing, arrivals } of techniques.flatMap(({ visible }) => visible.logs)) {
    for (const name of showing.dataComponents) {
      const component = components.get(name) ?? { products: new Set(), scopes: new Set(), missing: new Set() };
      components.set(name, component);
      for (const [scope, { state }] of arrivals) {
        if (state !== 'arrives') component.missing.add(scope);
        else {
          component.scopes.add(scope);
          component.products.add(showing.product);
        }
      }
    }
  }
  for (const [name, { scopes, missing }] of components) {
    for (const scope of scopes) missing.delete(scope);
    if (scopes.size === 0) components.delete(name);
  }
  return components;
}

/**
 * DeTT&CT's administration file of techniques, version 1.2. Detection is scored by the coverage: covered is 2 (fair), partial 1 (basic);
 * visibility by the logs that arrive.
 */
export function techniquesFile({ account, snapshot, techniques }: Exported): string {
  const date = dayOf(snapshot.createdAt);
  return yaml({
    version: 1.2,
    file_type: 'technique-administration',
    name: account.name,
    domain: 'enterprise-attack',
    platform: factsOf(account.provider).attackPlatforms,
    techniques: techniques.map(({ coverage, isExcluded, visible }) => {
      const score = DETECTION_SCORES[coverage.status];
      const comment = `${coverage.effectiveDetectionCount} of ${coverage.detectionCount} detections can fire.`;
      return {
        technique_id: visible.techniqueId,
        technique_name: technique(visible.techniqueId)?.name ?? visible.techniqueId,
        detection: [
          {
            applicable_to: ['all'],
            location: [account.name],
            comment: isExcluded ? `${comment} Excluded, or the risk is accepted.` : comment,
            score_logbook: [{ date: score < 0 ? null : date, score, comment: '' }],
          },
        ],
        visibility: [
          {
            applicable_to: ['all'],
            comment: '',
            score_logbook: [{ date, score: visible.score, comment: '', auto_generated: true }],
          },
        ],
      };
    }),
  });
}

/** DeTT&CT wants days, which YAML has no quotes around. */
function dayOf(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()));
}

/** Without anchors: DeTT&CT's editor writes none. */
const yaml = (file: object): string => dump(file, { noRefs: true, lineWidth: -1 });
