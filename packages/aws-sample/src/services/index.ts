import type { ServiceDefinition } from '../call.js';
import { organizations } from '../entry/organizations.js';
import { account, iam } from '../entry/regions.js';
import { sts } from '../entry/sts.js';
import * as scanned from './services.js';

/** Every service of the sample: what lets a caller in, and what scans read. */
export const SERVICES: readonly ServiceDefinition[] = [sts, iam, account, organizations, ...Object.values(scanned)];
