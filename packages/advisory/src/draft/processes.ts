import type { UntypedBehaviour } from '../model.js';
import { bareName, toolOf } from '../segment/programs.js';
import { meaningOf } from './command-knowledge.js';
import type { DraftValue, RuleDraft } from './rule-draft.js';
import { distinct, groupBy, listed, titleOf } from './text.js';

const NAMES_MAX = 40;

/** Rules on who starts whom, one per parent, and one over the names of the actor's own programs. */
export function draftProcesses(behaviours: readonly UntypedBehaviour[]): readonly RuleDraft[] {
  const told = behaviours.filter(({ kind }) => kind === 'process');
  const lineages = told.filter(({ details }) => details['parent'] !== undefined);
  const drafts = [...groupBy(lineages, ({ details }) => (details['parent'] ?? '').toLowerCase())].map(
    ([parent, group]) => lineageRule(parent, group),
  );
  const commanded = new Set(behaviours.filter(({ kind }) => kind === 'command').map(({ details }) => details['tool']));
  const bare = told.filter(({ value }) => !commanded.has(bareName(value)));
  // A program that starts the actor's children is the victim's own: its name tells of no intrusion.
  const parents = new Set(lineages.map(({ details }) => (details['parent'] ?? '').toLowerCase()));
  const strange = told.filter(({ details }) => !parents.has((details['program'] ?? '').toLowerCase()));
  return [...drafts, programRule(strange), toolRule(bare)].filter((draft) => draft !== undefined);
}

function lineageRule(parent: string, group: readonly UntypedBehaviour[]): RuleDraft {
  const first = group[0] as UntypedBehaviour;
  const children = new Map<string, DraftValue>();
  for (const { details } of group) {
    const child = details['child'] ?? '';
    const at = Number(details['childAt']);
    if (!children.has(child.toLowerCase())) {
      children.set(child.toLowerCase(), { literal: `\\${child}`, origin: { start: at, end: at + child.length } });
    }
  }
  const parentAt = Number(first.details['parentAt']);
  const names = [...children.keys()];
  return {
    platform: 'endpoint-sysmon',
    behaviour: `lineage:${parent}`,
    title: titleOf(`Child Process Of ${first.details['parent']} - ${listed(names, 3)}`),
    description: `Detects ${listed(names, 6)} started by ${parent}, as the advisory reports.`,
    level: 'medium',
    logsource: { category: 'process_creation', product: 'windows' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          [
            {
              field: 'ParentImage',
              modifiers: ['endswith'],
              values: [
                { literal: `\\${first.details['parent']}`, origin: { start: parentAt, end: parentAt + parent.length } },
              ],
            },
            { field: 'Image', modifiers: ['endswith'], values: [...children.values()] },
          ],
        ],
      },
    ],
    condition: 'selection',
    techniques: techniquesOfLineage(parent, names),
    falsepositives: ['Software that starts the same child process'],
    confidence: Math.max(...group.map(({ confidence }) => confidence)),
  };
}

function techniquesOfLineage(parent: string, children: readonly string[]): readonly string[] {
  const shell = children.some((child) => /^(?:cmd|bash)\.exe$/.test(child)) ? ['T1059.003'] : [];
  const script = children.some((child) => /^(?:powershell|pwsh)\.exe$/.test(child)) ? ['T1059.001'] : [];
  if (/^(?:w3wp|httpd|nginx|tomcat\d*|java|wsusservice|php-cgi|sqlservr)\.exe$/.test(parent)) {
    return distinct(['T1190', ...shell, ...script]);
  }
  if (/^(?:winword|excel|powerpnt|outlook|mspub|acrord32|onenote)\.exe$/.test(parent)) {
    return distinct(['T1204.002', ...shell, ...script]);
  }
  const named = distinct([...shell, ...script]);
  return named.length > 0 ? named : ['T1059'];
}

/** One rule over distinctive program names: cheap to change for an actor, hence low, but what incident responders look for first. */
function programRule(told: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const best = new Map<string, UntypedBehaviour>();
  for (const behaviour of told) {
    const program = behaviour.details['program'];
    if (program === undefined || toolOf(program) !== undefined) continue;
    const known = best.get(program.toLowerCase());
    if (known === undefined || behaviour.confidence > known.confidence) best.set(program.toLowerCase(), behaviour);
  }
  if (best.size === 0) return undefined;
  const list = [...best.values()].slice(0, NAMES_MAX);
  return {
    platform: 'endpoint-sysmon',
    behaviour: 'process:names',
    title: titleOf(
      `Program Names Of The Reported Intrusion - ${listed(
        list.map(({ value }) => value),
        3,
      )}`,
    ),
    description: 'Detects programs started under the file names that the advisory reports.',
    level: 'low',
    logsource: { category: 'process_creation', product: 'windows' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          [
            {
              field: 'Image',
              modifiers: ['endswith'],
              values: list.map(({ value, start, end }) => ({ literal: `\\${value}`, origin: { start, end } })),
            },
          ],
        ],
      },
    ],
    condition: 'selection',
    techniques: ['T1204.002'],
    falsepositives: ['Legitimate programs of the same name'],
    confidence: Math.max(...list.map(({ confidence }) => confidence)),
  };
}

/** One rule over attack tools and rarely used programs that the advisory names. */
function toolRule(told: readonly UntypedBehaviour[]): RuleDraft | undefined {
  const best = new Map<string, UntypedBehaviour>();
  for (const behaviour of told) {
    const tool = behaviour.details['telling'];
    if (tool === undefined) continue;
    const known = best.get(tool);
    if (known === undefined || behaviour.confidence > known.confidence) best.set(tool, behaviour);
  }
  if (best.size === 0) return undefined;
  const list = [...best];
  const techniques = distinct(list.flatMap(([tool]) => meaningOf(tool, tool, 'windows').techniques.slice(0, 1)));
  return {
    platform: 'endpoint-sysmon',
    behaviour: 'process:tools',
    title: titleOf(`Reported Attack Or Dual-Use Tool Started - ${listed([...best.keys()], 4)}`),
    description: `Detects ${listed([...best.keys()], 8)} started under its own name, as the advisory reports.`,
    level: 'medium',
    logsource: { category: 'process_creation', product: 'windows' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          [
            {
              field: 'Image',
              modifiers: ['endswith'],
              values: list.map(([tool, { start, end }]) => ({ literal: `\\${tool}.exe`, origin: { start, end } })),
            },
          ],
        ],
      },
    ],
    condition: 'selection',
    techniques: techniques.slice(0, 6),
    falsepositives: ['Administrators who are allowed to use the tool'],
    confidence: Math.max(...list.map(([, { confidence }]) => confidence)),
  };
}
