import { type GenerationResult, generate, logIds, read, readStandingRules } from '@tripline/advisory';
import { z } from 'zod';
import { type ComparedResult, compared } from '../../generate/covering.js';
import { readSound } from '../collection.js';
import { rulesInput } from '../limits.js';
import type { Tool } from '../tool.js';

/** Most rules of one answer, unless the call says otherwise. */
const RULES_MAX = 20;

interface GenerateInput extends Record<string, unknown> {
  readonly advisory: string;
  readonly max_rules: number | undefined;
  readonly logs: readonly string[] | undefined;
  readonly against: string | undefined;
  readonly skip_covered: boolean | undefined;
}

/** An advisory to rules. */
export const generateTool: Tool<GenerateInput> = {
  name: 'generate',
  description:
    'Reads a security advisory (text, Markdown or HTML) and drafts Sigma rules for the attacks in it, each with its evidence and its queries for all targets, and with the rules of `against` that notice the same already.',
  input: {
    advisory: z.string().min(1).max(500_000).describe('the whole text of the advisory'),
    max_rules: z.number().int().min(1).max(100).optional().describe(`most rules (default: ${RULES_MAX})`),
    logs: z
      .array(z.enum(logIds() as [string, ...string[]]))
      .min(1)
      .optional()
      .describe('the only logs to write rules for, by their ids (default: all)'),
    against: rulesInput.optional().describe('Sigma rules that are there already, as YAML, several separated by ---'),
    skip_covered: z.boolean().optional().describe('leave out the rules that those of `against` cover'),
  },
  async run({ advisory, against, logs, max_rules, skip_covered }) {
    const document = await read(Buffer.from(advisory), {});
    const only = logs === undefined ? {} : { platforms: [], logs };
    const result = generate(document, { maxRules: max_rules ?? RULES_MAX, ...only });
    return { title: document.title, ...comparedWith(against, result, skip_covered === true) };
  },
};

function comparedWith(against: string | undefined, result: GenerationResult, skips: boolean): ComparedResult {
  if (against === undefined) {
    const { quoted: _lines, ...shown } = result;
    return shown;
  }
  readSound(against);
  return compared(result, readStandingRules([{ id: 'against', yaml: against }]), skips);
}
