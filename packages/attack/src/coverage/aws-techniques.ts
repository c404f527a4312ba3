import { type Technique, techniquesOfPlatform } from '../catalogue.js';

let techniques: readonly Technique[] | undefined;

/** The techniques that an AWS account's coverage is counted over: ATT&CK's IaaS platform, ordered by id. */
export function awsTechniques(): readonly Technique[] {
  techniques ??= techniquesOfPlatform('IaaS');
  return techniques;
}
