import { z } from 'zod';
import { chooseAccount, openService } from '../../coverage/service-access.js';
import type { ServiceOptions } from '../../coverage/service-options.js';
import type { Tool } from '../tool.js';

/** What a cloud account would notice; asks the coverage service that options or environment name. */
export const coverageTool = (options: ServiceOptions): Tool<{ account: string | undefined }> => ({
  name: 'coverage',
  description: 'Says which ATT&CK techniques the detections of a cloud account would show, by tactic.',
  input: {
    account: z.string().max(200).optional().describe('id, AWS account number or name (default: the only account)'),
  },
  async run({ account }) {
    const client = openService(options);
    const { id } = await chooseAccount(client, account);
    return client.coverage(id);
  },
});
