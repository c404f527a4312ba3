import { EVERY_SCOPE } from '../cloud/provider.js';

export { isRegionName, regionalArn } from './partitions.js';

/** What a detection sees that the events of every region of the account reach. */
export const EVERY_REGION: readonly string[] = [EVERY_SCOPE];
