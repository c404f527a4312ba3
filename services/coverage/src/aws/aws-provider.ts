import type { CloudConfig } from '../config.js';
import type { CloudProvider } from '../providers/provider.js';
export function createAwsProvider(_config: CloudConfig): CloudProvider {
  throw new Error('x');
}
