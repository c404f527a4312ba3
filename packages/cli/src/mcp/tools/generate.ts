import { generate, read } from '@tripline/advisory';
import { z } from 'zod';
import type { Tool } from '../tool.js';

/** Most rules of one answer, unless the call says otherwise. */
const RULES_MAX = 20;

/** An advisory to rules. */
export const generateTool: Tool<{ advisory: string; max_rules: number | undefined }> = {
  name: 'generate',
  description:
    'Reads a security advisory (text, Markdown or HTML) and drafts Sigma rules for the attacks in it, each with its evidence and its queries for all targets.',
  input: {
    advisory: z.string().min(1).max(500_000).describe('the whole text of the advisory'),
    max_rules: z.number().int().min(1).max(100).optional().describe(`most rules (default: ${RULES_MAX})`),
  },
  async run({ advisory, max_rules }) {
    const document = await read(Buffer.from(advisory), {});
    return { title: document.title, ...generate(document, { maxRules: max_rules ?? RULES_MAX }) };
  },
};
