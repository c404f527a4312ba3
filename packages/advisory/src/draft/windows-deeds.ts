import { windowsDeed } from '../behaviours/windows-deeds.js';
import type { AdvisoryDocument, Behaviour } from '../model.js';
import { readCommands, saysEnough } from './commands.js';
import { type DraftSelection, type RuleDraft, templateItems } from './rule-draft.js';
import { whyItMatters } from './why.js';

const CONFIDENCE_MIN = 0.5;
/** Fields that hold what somebody typed. */
const TYPED = /^(?:CommandLine|ScriptBlockText)\b/;

/** Rules on what the advisory tells in words of Windows; what was typed only where it gives no command lines. */
export function draftWindowsDeeds(doc: AdvisoryDocument, behaviours: readonly Behaviour[]): readonly RuleDraft[] {
  const best = new Map<string, Behaviour>();
  for (const behaviour of behaviours) {
    if (behaviour.kind !== 'deed' || behaviour.confidence < CONFIDENCE_MIN) continue;
    const known = best.get(behaviour.value);
    if (known === undefined || behaviour.confidence > known.confidence) best.set(behaviour.value, behaviour);
  }
  if (best.size === 0) return [];
  // A report that gives command lines gives those of such deeds, too: what it says in words is done in another way.
  const commanded = readCommands(doc, behaviours, 'windows').some(
    (command) => command.meaning.level !== 'low' && saysEnough(command),
  );
  return [...best].flatMap(([key, { confidence }]) => {
    const deed = windowsDeed(key);
    if (deed === undefined) return [];
    const { platform, title, description, level, techniques, logsource, falsepositives, alternatives, filter } = deed;
    if (commanded && alternatives.some((values) => Object.keys(values).some((field) => TYPED.test(field)))) return [];
    const template = `deed-${key}`;
    const selections: readonly DraftSelection[] = [
      { name: 'selection', alternatives: alternatives.map((values) => templateItems(values, template, [])) },
      ...(filter === undefined
        ? []
        : [{ name: 'filter_main_usual', filter: true, alternatives: [templateItems(filter, template, [])] }]),
    ];
    return [
      {
        platform,
        behaviour: `deed:${key}`,
        title,
        description: `${description}${whyItMatters(techniques)}`,
        level,
        logsource,
        selections,
        condition: filter === undefined ? 'selection' : 'selection and not filter_main_usual',
        techniques,
        falsepositives,
        confidence,
      },
    ];
  });
}
