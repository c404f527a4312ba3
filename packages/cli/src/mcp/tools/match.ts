import { createEventReader, type SigmaEvent, standaloneDocuments } from '@tripline/sigma';
import { z } from 'zod';
import { RuleRun } from '../../match/rule-run.js';
import { readSound } from '../collection.js';
import { EVENTS_MAX, eventInput, rulesInput } from '../limits.js';
import type { Tool } from '../tool.js';

/** Which events fire which rules. */
export const matchTool: Tool<{ rules: string; events: SigmaEvent[] }> = {
  name: 'match',
  description:
    'Runs Sigma rules and correlations over events and says which fire. Events may have the shape of EVTX tools, Elastic, Splunk, Defender, Sentinel or CloudTrail, or fields as Sigma names them; they are named by their place in the list, from 0.',
  input: { rules: rulesInput, events: z.array(eventInput).min(1).max(EVENTS_MAX) },
  run({ rules, events }) {
    const collection = readSound(rules);
    const run = new RuleRun(standaloneDocuments(collection), collection);
    const read = createEventReader({ fields: run.fields() });
    const shaped = events.flatMap((event, line) => read(event).map((each) => ({ line, ...each })));
    const single = shaped.flatMap(({ event, line }) =>
      run.add(event, { path: '', line }).map(({ id, title }) => ({ id: id ?? null, title, events: [line] })),
    );
    const counted = [...run.finish()].flatMap(({ document: { id, title }, windows, places }) =>
      windows.map(({ group, value, events: numbers }) => {
        return { id: id ?? null, title, events: numbers.map((number) => places[number]?.line), group, value };
      }),
    );
    const unknown = shaped.flatMap(({ shape, line }) => (shape === undefined ? line : []));
    return { matches: [...single, ...counted], not_understood: unknown };
  },
};
