import { awsGapFacts, awsTechniques } from '@tripline/attack';
import { platformId } from '@tripline/sigma';

/** Every technique that an account without any detection has a gap of, and what a gap says of generating rules for it. */
export const awsGaps = () =>
  awsTechniques().map(({ id }) => ({ id, generation: awsGapFacts(id, { partial: false }).generation }));

/** What `POST /v1/generate` is asked for a gap. */
interface GapBody {
  readonly inputType: 'technique';
  readonly techniqueId: string;
  readonly options: { readonly targetProviders: readonly string[] };
}

/** The bodies of all gaps for which rules can be generated. */
export function gapBodies(): readonly GapBody[] {
  return awsGaps().flatMap(({ id, generation: { platforms } }) =>
    platforms === null
      ? []
      : [{ inputType: 'technique', techniqueId: id, options: { targetProviders: platforms.map(platformId) } }],
  );
}

interface Rule {
  readonly level: string;
  readonly platform: string;
  readonly techniques: readonly (string | { readonly id: string })[];
  readonly yaml: string;
}

/** That a gap gets rules of medium level or higher, all for its platforms and tagged with its technique. */
export function expectRulesFor({ techniqueId, options }: GapBody, rules: readonly Rule[]): void {
  const good = rules.filter(({ level }) => !/^(?:informational|low)$/.test(level));
  expect([techniqueId, good.length > 0]).toEqual([techniqueId, true]);
  for (const { platform, techniques, yaml } of rules) {
    expect(options.targetProviders).toContain(platform);
    expect(techniques.map((one) => (typeof one === 'string' ? one : one.id))).toContain(techniqueId);
    expect(yaml).toContain(`- attack.${techniqueId.toLowerCase()}\n`);
  }
}
