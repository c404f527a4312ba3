import { mainSystem } from '../../attribute/host-system.js';
import { firstOf } from '../../draft/cut.js';
import { surestOfEach } from '../../draft/reported-rule.js';
import type { DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, groupBy, listed, named, titleOf } from '../../draft/text.js';
import { wordSet } from '../../knowledge/load.js';
import type { CommandSystem, NamedProgram, ProcessRelation } from '../../model.js';
import { bareName, isStockProgram, isTellingTool, toolOf } from '../../segment/programs.js';
import { isExe } from '../../text/ends.js';
import { firstWord } from '../../text/shape.js';
import { meaningOf } from '../command/meaning.js';
import { type ReadCommand, readCommands, saysEnough } from '../command/read-commands.js';
import type { Drafting } from '../kind.js';
import { imitationRule } from './imitated.js';
import { renamedRule } from './renamed.js';

const NAMES_MAX = 40;

/** Rules on which process starts which, one per parent, and one on the names of the actor's own programs. */
export function draftProcesses({ doc, behaviours }: Drafting): readonly RuleDraft[] {
  const relations = behaviours.filter((each) => each.kind === 'process-relation');
  const drafts = [...groupBy(relations, ({ parent }) => parent.name.toLowerCase())].map(([parent, group]) =>
    relationRule(parent, group),
  );
  const commands = readCommands(doc, behaviours, 'windows');
  // A task may be called like a program, and is none.
  const tasks = new Set(behaviours.flatMap((each) => (each.kind === 'scheduled-task' ? [each.start] : [])));
  const byName = behaviours.filter((each) => each.kind === 'program').filter(({ start }) => !tasks.has(start));
  const told = [
    ...byName.filter(({ imitates, isRenamed }) => imitates !== true && isRenamed !== true),
    ...commands.filter((command) => !saysEnough(command)).flatMap(programOf),
  ];
  const commanded = new Set(commands.filter(saysEnough).map(({ parts }) => parts.tool));
  const renamed = byName.filter(({ isRenamed }) => isRenamed === true);
  // A tool that has another name is not found by its own.
  const spared = new Set([...commanded, ...renamed.map(({ value }) => value)]);
  const tools = told.filter(({ tool, value }) => tool && !spared.has(bareName(value)));
  // A program that starts the actor's programs is the victim's own, so its name is no sign of an intrusion.
  const parents = new Set(relations.map(({ parent }) => parent.name.toLowerCase()));
  const programs = told.filter(({ tool, value }) => !tool && !parents.has(value.toLowerCase()));
  const imitations = imitationRule(byName.filter(({ imitates }) => imitates === true));
  // A report on hosts of Unix tells of the tool's build for those.
  const system = mainSystem(doc.text);
  const runsThere = ({ value }: NamedProgram): boolean =>
    system !== 'windows' && wordSet('tools-of-unix').has(bareName(value));
  const elsewhere = tools.filter((tool) => !runsThere(tool));
  const onUnix = toolRule(tools.filter(runsThere), system);
  return [
    ...drafts,
    programRule(programs),
    toolRule(elsewhere, 'windows'),
    onUnix,
    renamedRule(renamed),
    imitations,
  ].filter((draft) => draft !== undefined);
}

/** The program of a command whose arguments are not specific, where its name is. */
function programOf({ text, behaviour, parts: { tool, span } }: ReadCommand): readonly NamedProgram[] {
  const head = firstWord(text).toLowerCase();
  const at = head.lastIndexOf(tool);
  const isTool = isTellingTool(tool);
  if (at < 0 || (!isTool && (isStockProgram(tool) || !head.includes(`${tool}.exe`)))) return [];
  const end = span.start + at + tool.length + (isTool ? 0 : '.exe'.length);
  const { confidence, role, platforms } = behaviour;
  const place = { start: span.start + at, end };
  const value = isTool ? tool : text.slice(at, at + tool.length + '.exe'.length);
  return [{ kind: 'program', value, ...place, tool: isTool, confidence, role, platforms, techniques: [] }];
}

function relationRule(parent: string, group: readonly ProcessRelation[]): RuleDraft {
  const [first] = group as readonly [ProcessRelation, ...ProcessRelation[]];
  const children = new Map<string, DraftValue>();
  for (const {
    child: { name, start, end },
  } of group) {
    if (!children.has(name.toLowerCase()))
      children.set(name.toLowerCase(), { literal: `\\${name}`, origin: { start, end } });
  }
  const { name, start, end } = first.parent;
  const bare = name.slice(name.lastIndexOf('\\') + 1);
  const names = [...children.keys()];
  return {
    platform: 'endpoint-sysmon',
    behaviour: `lineage:${parent}`,
    title: titleOf(`${named(names)} Started By ${bare}`),
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
              values: [{ literal: `\\${name}`, origin: { start, end } }],
            },
            { field: 'Image', modifiers: ['endswith'], values: [...children.values()] },
          ],
        ],
      },
    ],
    condition: 'selection',
    techniques: techniquesOfRelation(bare.toLowerCase(), names),
    falsepositives: ['Software that starts the same child process'],
    confidence: Math.max(...group.map(({ confidence }) => confidence)),
  };
}

function techniquesOfRelation(parent: string, children: readonly string[]): readonly string[] {
  const shell = children.some((child) => child === 'cmd.exe' || child === 'bash.exe') ? ['T1059.003'] : [];
  const script = children.some((child) => child === 'powershell.exe' || child === 'pwsh.exe') ? ['T1059.001'] : [];
  const program = isExe(parent) ? parent.slice(0, -4) : '';
  if (wordSet('web-server-programs').has(program)) {
    return distinct(['T1190', ...shell, ...script]);
  }
  if (wordSet('document-programs').has(program)) {
    return distinct(['T1204.002', ...shell, ...script]);
  }
  const named = distinct([...shell, ...script]);
  return named.length > 0 ? named : ['T1059'];
}

/** One rule on distinctive program names. An actor can change them easily, hence the low level, but responders look for them first. */
function programRule(told: readonly NamedProgram[]): RuleDraft | undefined {
  const programs = surestOfEach(told.filter(({ value }) => toolOf(value) === undefined));
  if (programs.length === 0) return undefined;
  const { kept, cut } = firstOf(programs, NAMES_MAX, 'program names');
  return {
    ...startOf(kept, ({ value }) => `\\${value}`),
    cut,
    behaviour: 'process:names',
    title: titleOf(`Program Names Of The Reported Intrusion - ${named(kept.map(({ value }) => value))}`),
    description: 'Detects programs started under the file names that the advisory reports.',
    level: 'low',
    techniques: ['T1204.002'],
    falsepositives: ['Legitimate programs of the same name'],
  };
}

const ON: Readonly<Record<CommandSystem, string>> = { windows: '', linux: ' On Linux', macos: ' On macOS' };

/** One rule on attack tools and rarely used programs that the advisory names. */
function toolRule(told: readonly NamedProgram[], system: CommandSystem): RuleDraft | undefined {
  const tools = surestOfEach(told);
  if (tools.length === 0) return undefined;
  const names = tools.map(({ value }) => value);
  const techniques = distinct(
    names.flatMap((tool) => meaningOf(tool.toLowerCase(), tool, system).techniques.slice(0, 1)),
  );
  const isWindows = system === 'windows';
  return {
    ...startOf(tools, ({ value }) => (isWindows ? `\\${value}.exe` : `/${value}`)),
    ...(isWindows ? {} : { platform: null, logsource: { category: 'process_creation', product: system } }),
    behaviour: isWindows ? 'process:tools' : `process:tools-${system}`,
    title: titleOf(`Reported Attack Or Dual-Use Tool Started${ON[system]} - ${named(names, 4)}`),
    description: `Detects ${listed(names, 8)} started under its own name, as the advisory reports.`,
    level: 'medium',
    techniques: techniques.slice(0, 6),
    falsepositives: ['Administrators who are allowed to use the tool'],
  };
}

/** The part of a rule that matches the start of one of some programs, by the end of the image's path. */
function startOf(
  programs: readonly NamedProgram[],
  image: (program: NamedProgram) => string,
): Pick<RuleDraft, 'platform' | 'logsource' | 'selections' | 'condition' | 'confidence'> {
  const values = programs.map((program) => ({
    literal: image(program),
    origin: { start: program.start, end: program.end },
  }));
  return {
    platform: 'endpoint-sysmon',
    logsource: { category: 'process_creation', product: 'windows' },
    selections: [{ name: 'selection', alternatives: [[{ field: 'Image', modifiers: ['endswith'], values }]] }],
    condition: 'selection',
    confidence: Math.max(...programs.map(({ confidence }) => confidence)),
  };
}
