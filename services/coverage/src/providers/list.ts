import { aws } from '../aws/aws-folder.js';
import type { ProviderFolder } from '../cloud/provider-folder.js';

/** The providers there are. Each is a folder, and its line here: nothing else of the service names one. */
export const PROVIDERS: readonly ProviderFolder[] = [aws];
