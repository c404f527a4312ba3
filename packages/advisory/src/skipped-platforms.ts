import { PLATFORMS, type PlatformId, platformName } from '@tripline/sigma';
import { distinct, listed } from './draft/text.js';
import type { Behaviour, Evidence, GeneratedRule, GenerationResult, ProductEvent } from './model.js';

/**
 * Why each of the requested platforms without a rule has none. `failed` has the last reason for which a draft of a platform failed its
 * proof.
 */
export function skippedPlatforms(
  platforms: readonly PlatformId[],
  rules: readonly GeneratedRule[],
  failed: ReadonlyMap<PlatformId, string>,
  evidence: Evidence,
  minConfidence: number,
): GenerationResult['skipped'] {
  return platforms
    .filter((platform) => !rules.some((rule) => rule.platform === platform))
    .map((platform) => {
      const reason = failed.get(platform);
      if (reason !== undefined) return { platform, reason: `Every drafted rule failed its proof (${reason}).` };
      if (platform.startsWith('endpoint-') && evidence.behaviours.some(isOfMac)) {
        return {
          platform,
          reason: 'What the document describes on hosts is on macOS, which none of the platforms logs.',
        };
      }
      const seen = evidence.behaviours.filter(({ platforms: of }) => of.includes(platformName(platform)));
      if (seen.length === 0) {
        const elsewhere = CONTROL_PLANES.has(platform) ? otherLogs(evidence, minConfidence) : '';
        return { platform, reason: `The document describes nothing that this log would show.${elsewhere}` };
      }
      return seen.some(({ confidence }) => confidence >= minConfidence)
        ? { platform, reason: 'What the document describes of this log is too common for a rule.' }
        : {
            platform,
            reason: `What the document describes of this log is below the confidence asked for (${minConfidence}).`,
          };
    });
}

function isOfMac(behaviour: Behaviour): boolean {
  // Of behaviours in words, only those of macOS are of no platform.
  if (behaviour.kind === 'described-behaviour') return behaviour.platforms.length === 0;
  return (behaviour.kind === 'command' || behaviour.kind === 'file') && behaviour.system === 'macos';
}

const CONTROL_PLANES: ReadonlySet<PlatformId> = new Set(
  PLATFORMS.flatMap(({ id, plane }) => (plane === 'Cloud audit log' || plane === 'Identity provider' ? [id] : [])),
);

const PRODUCTS: Readonly<Record<ProductEvent['product'], string>> = {
  m365: 'Microsoft 365',
  'google-workspace': 'Google Workspace',
  github: 'GitHub',
};
const NAMES_MAX = 3;

/** A sentence on what the document describes of audit logs no platform has, by the names of the events; empty where there is nothing. */
function otherLogs({ behaviours }: Evidence, minConfidence: number): string {
  return (Object.keys(PRODUCTS) as ProductEvent['product'][])
    .map((product) => {
      const names = behaviours.flatMap((each) =>
        each.kind === 'product-event' &&
        each.product === product &&
        each.platforms.length === 0 &&
        each.confidence >= minConfidence
          ? [each.value]
          : [],
      );
      if (names.length === 0) return '';
      const some = listed(distinct(names), NAMES_MAX);
      return ` It describes events of ${PRODUCTS[product]}'s audit log, which none of the platforms has: ${some}.`;
    })
    .join('');
}
