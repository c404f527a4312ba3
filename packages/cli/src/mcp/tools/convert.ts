import { convert, standaloneDocuments, TARGET_IDS, type TargetId } from '@tripline/sigma';
import { z } from 'zod';
import { readSound } from '../collection.js';
import { rulesInput } from '../limits.js';
import type { Tool } from '../tool.js';

/** Rules to queries. */
export const convertTool: Tool<{ rules: string; target: TargetId }> = {
  name: 'convert',
  description:
    'Converts Sigma rules to the query language of a SIEM product, with notes where the query says more or less than the rule.',
  input: { rules: rulesInput, target: z.enum(TARGET_IDS).describe('the target language') },
  run({ rules, target }) {
    const collection = readSound(rules);
    return standaloneDocuments(collection).map((document) => {
      const conversion = convert(document, collection, target);
      return { id: document.id ?? null, title: document.title, ...conversion };
    });
  },
};
