import { technique } from '@tripline/attack';
import type { DraftItem, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, groupBy, named, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import { refang } from '../../indicators/refang.js';
import { wordSet } from '../../knowledge/load.js';
import { listPattern } from '../../knowledge/word-pattern.js';
import type { AdvisoryDocument, Behaviour, ScriptText } from '../../model.js';
import { isPowerShell } from '../../segment/programs.js';
import { behindScheme } from '../../text/addresses.js';
import { isWordCharacter } from '../../text/characters.js';
import { opensWith, startsWithAny } from '../../text/ends.js';
import { hasAny, hasAnyPart, isMadeOf, splitAtBlanks } from '../../text/shape.js';
import { hasPair, oneOf } from '../../text/stretches.js';
import { isCmdlet } from '../command/cmdlets.js';
import { readCommands } from '../command/read-commands.js';
import { encodedCommand, scriptParts } from '../command/script-parts.js';
import { commandParts } from '../command/telling-arguments.js';
import type { Drafting } from '../kind.js';

const OWN_CMDLET = listPattern('^{telling-cmdlet-verbs}-', 'i');

/** Rules on PowerShell script blocks: the script inside PowerShell command lines, and functions named from attack tools. */
export function draftScriptText({ doc, behaviours }: Drafting): readonly RuleDraft[] {
  const drafts: RuleDraft[] = [];
  const scripts = readCommands(doc, behaviours, 'windows').filter(({ parts }) => isPowerShell(parts.tool));
  const lines = scripts.flatMap(({ behaviour, text, kept, meaning }) => {
    const inScript = kept.filter((each) => each.weight === 3 && !opensWith(each.text, '-/'));
    if (
      inScript.length < 2 ||
      !inScript.some((each) => isCmdlet(each.text) || hasPair(each.text, isPoint, isWordCharacter)) ||
      hasEncoded(text)
    )
      return [];
    const values = inScript.map(
      (argument): DraftValue => ({ literal: argument.text, origin: { start: argument.start, end: argument.end } }),
    );
    return [{ values, meaning, confidence: behaviour.confidence }];
  });
  for (const [title, group] of groupBy(lines, ({ meaning }) => meaning.title)) {
    const first = group[0];
    if (first === undefined) continue;
    drafts.push({
      platform: 'endpoint-powershell',
      behaviour: `script:${title}`,
      title: titleOf(`${title} In Script Block - ${first.values[0]?.literal ?? ''}`),
      description: 'Detects the script that the advisory shows, by the names that it needs.',
      level: first.meaning.level,
      logsource: { category: 'ps_script', product: 'windows' },
      selections: [
        {
          name: 'selection',
          alternatives: group.map(({ values }): readonly DraftItem[] => [
            { field: 'ScriptBlockText', modifiers: ['contains', 'all'], values },
          ]),
        },
      ],
      condition: 'selection',
      techniques: first.meaning.techniques,
      falsepositives: ['Administration scripts that use the same names'],
      confidence: Math.max(...group.map(({ confidence }) => confidence)),
    });
  }
  const covered = (b: Behaviour): boolean =>
    scripts.some(({ behaviour }) => behaviour.start <= b.start && b.end <= behaviour.end);
  const stages = stageRule(doc, behaviours, drafts.length === 0 ? () => false : covered);
  drafts.push(...(stages === undefined ? [] : [stages]), ...callRules(doc.text, behaviours));
  const functions = functionRule(behaviours, valuesOf(drafts));
  return [...drafts, ...(functions === undefined ? [] : [functions])];
}

/** The values of some rules, in lower case. */
function valuesOf(drafts: readonly RuleDraft[]): ReadonlySet<string> {
  const items = drafts.flatMap(({ selections }) => selections.flatMap(({ alternatives }) => alternatives.flat()));
  return new Set(items.flatMap(({ values }) => values.map(({ literal }) => String(literal).toLowerCase())));
}

const SHORTEST_FUNCTION = 8;
const PARTS_MAX = 4;

/** A stage of an attack as script, with the names by which it is found. */
interface Stage {
  readonly behaviour: Behaviour;
  readonly values: readonly DraftValue[];
  readonly text: string;
  /** Whether the values have the host that it fetches from. */
  readonly host: boolean;
}

/** One rule on the advisory's stages: script lines, and decoded command lines. */
function stageRule(
  doc: AdvisoryDocument,
  behaviours: readonly Behaviour[],
  covered: (behaviour: Behaviour) => boolean,
): RuleDraft | undefined {
  const stages = behaviours.flatMap((behaviour): readonly Stage[] => {
    if (behaviour.kind === 'script-text' && behaviour.form === 'line' && !covered(behaviour)) {
      const text = doc.text.slice(behaviour.start, behaviour.end);
      const host = hostIn(text, behaviour.start);
      const parts = scriptParts(text)
        .slice(0, PARTS_MAX)
        .map(({ text: literal, start, end }): DraftValue => {
          return { literal, origin: { start: behaviour.start + start, end: behaviour.start + end } };
        });
      if (host === undefined && parts.length < 3) return [];
      return [{ behaviour, values: host === undefined ? parts : [...parts, host], text, host: host !== undefined }];
    }
    if (behaviour.kind !== 'command' || behaviour.system !== 'windows') return [];
    const decoded = encodedCommand(behaviour.value)?.decoded ?? '';
    const parts = scriptParts(decoded);
    if (parts.length < 2 || !parts.some(({ strong }) => strong)) return [];
    const values = parts
      .slice(0, PARTS_MAX)
      .map(({ text: literal }): DraftValue => ({ literal, origin: { template: 'decoded-encoded-command' } }));
    return [{ behaviour, values, text: decoded, host: false }];
  });
  // Beside stages that name their host, a stage that does not would widen the rule to all hosts.
  const named = stages.some(({ host }) => host) ? stages.filter(({ host }) => host) : stages;
  const first = named[0];
  if (first === undefined) return undefined;
  const alternatives = new Map(
    named.map(({ values }) => [values.map(({ literal }) => String(literal).toLowerCase()).join('\n'), values]),
  );
  const all = stages.map(({ text }) => text).join('\n');
  const loads = hasAnyPart(all.toLowerCase(), ['download', 'webrequest', 'webclient', 'bitstransfer']);
  return {
    platform: 'endpoint-powershell',
    behaviour: 'script:stages',
    title: titleOf(
      `PowerShell ${loads ? 'Download Cradle' : 'Loader'} In Script Block - ${first.values.at(-1)?.literal ?? ''}`,
    ),
    description: `Detects the script that the advisory shows, by the names that it needs.${
      loads ? ' It fetches the next stage and runs it in memory, so that no file is left to be scanned.' : ''
    }`,
    level: 'medium',
    logsource: { category: 'ps_script', product: 'windows' },
    selections: [
      {
        name: 'selection',
        alternatives: [...alternatives.values()].map((values): readonly DraftItem[] => [
          { field: 'ScriptBlockText', modifiers: ['contains', 'all'], values },
        ]),
      },
    ],
    condition: 'selection',
    techniques: distinct(['T1059.001', ...(loads ? ['T1105'] : [])]),
    falsepositives: ['Installers and administration scripts that fetch code the same way'],
    confidence: Math.max(...stages.map(({ behaviour }) => behaviour.confidence)),
  };
}

const HOST_MAX = 200;

/** The host of the first address in a span, refanged, where it is a name or address of the internet. */
function hostIn(text: string, offset: number): DraftValue | undefined {
  const found = behindScheme(text, (character) => isMadeOf(character, '.[]()-'), HOST_MAX);
  if (found === undefined) return undefined;
  const literal = refang(found.text).text;
  if (!isPlainHost(literal) || isNowhere(literal)) return undefined;
  return { literal, origin: { start: offset + found.start, end: offset + found.end } };
}

/** Parameters of a call that a rule keeps. */
const PARAMETERS_MAX = 4;

/** One rule for each cmdlet that is called with parameters of its own. */
function callRules(text: string, behaviours: readonly Behaviour[]): readonly RuleDraft[] {
  const told = behaviours.flatMap((behaviour) => {
    if (behaviour.kind !== 'script-text' || behaviour.call === undefined) return [];
    const kept = commandParts(text, behaviour.call).arguments.filter(
      (each) => each.weight > 1 && !hasAny(each.text, '[]<>{}'),
    );
    const telling = kept.filter((each) => !each.text.startsWith('-'));
    // A common cmdlet is identified by its values; another also by its parameters.
    const isCommon = wordSet('everyday-cmdlets').has(behaviour.call.name);
    if (telling.length === 0 && (isCommon || kept.length === 0)) return [];
    const parameters = [...telling, ...kept.filter((each) => each.text.startsWith('-'))].slice(0, PARAMETERS_MAX);
    return [{ behaviour, call: behaviour.call, parameters }];
  });
  return [...groupBy(told, ({ call }) => call.name)].map(([name, group]) => {
    const [{ behaviour, call, parameters }] = group as readonly [(typeof told)[number], ...typeof told];
    const [id] = behaviour.techniques;
    const techniques = id === undefined ? ['T1059.001'] : [id];
    return {
      platform: 'endpoint-powershell',
      behaviour: `script:call:${name}`,
      title: titleOf(
        `${call.head} Called With ${named(
          parameters.map((each) => each.text),
          2,
        )}`,
      ),
      description: `Detects ${call.head} called with the parameters that the advisory reports.${whyItMatters(techniques)}`,
      level: wordSet('everyday-cmdlets').has(name) ? 'low' : 'medium',
      logsource: { category: 'ps_script', product: 'windows' },
      selections: [
        {
          name: 'selection',
          alternatives: group.map((one): readonly DraftItem[] => [
            {
              field: 'ScriptBlockText',
              modifiers: ['contains', 'all'],
              values: [
                {
                  literal: one.call.head,
                  origin: { start: one.call.start, end: one.call.start + one.call.head.length },
                },
                ...one.parameters.map((each) => ({ literal: each.text, origin: { start: each.start, end: each.end } })),
              ],
            },
          ]),
        },
      ],
      condition: 'selection',
      techniques,
      falsepositives: ['Administration scripts that call it with the same parameters'],
      confidence: Math.max(...group.map((one) => one.behaviour.confidence)),
    };
  });
}

/** The functions and cmdlets that a script of the report has, and few others; of those that a rule asks for with others, only those of known tools. */
function functionsOf(behaviours: readonly Behaviour[], asked: ReadonlySet<string>): readonly ScriptText[] {
  // An operation of Microsoft 365 is called over the network, and by its own log; no host of the victim runs it.
  const ofCloud = new Set(
    behaviours.flatMap(({ kind, value }) => (kind === 'product-event' ? value.toLowerCase() : [])),
  );
  return behaviours.filter((each): each is ScriptText => {
    if (each.kind !== 'script-text' || each.form !== 'name' || each.value.length < SHORTEST_FUNCTION) return false;
    const name = each.value.toLowerCase();
    if (wordSet('everyday-cmdlets').has(name) || ofCloud.has(name)) return false;
    return each.known === true || (!asked.has(name) && OWN_CMDLET().test(each.value) && each.confidence >= 0.55);
  });
}

/** One rule on the functions of attack tools, which no administrator's script has. */
function functionRule(behaviours: readonly Behaviour[], asked: ReadonlySet<string>): RuleDraft | undefined {
  const best = new Map<string, ScriptText>();
  for (const behaviour of functionsOf(behaviours, asked)) {
    const key = behaviour.value.toLowerCase();
    const known = best.get(key);
    if (known === undefined || behaviour.confidence > known.confidence) best.set(key, behaviour);
  }
  if (best.size === 0) return undefined;
  const list = [...best.values()];
  const techniques = distinct(list.flatMap((behaviour) => behaviour.techniques.slice(0, 1)));
  const id = techniques[0] ?? 'T1059.001';
  return {
    platform: 'endpoint-powershell',
    behaviour: 'script:functions',
    title: titleOf(`PowerShell Functions Of The Reported Intrusion - ${named(list.map(({ value }) => value))}`),
    description: `Detects script blocks with cmdlets and functions that the advisory names or that a tool it names has, as in ${technique(id)?.name ?? 'PowerShell'}.`,
    level: 'medium',
    logsource: { category: 'ps_script', product: 'windows' },
    selections: [
      {
        name: 'selection',
        alternatives: [
          [
            {
              field: 'ScriptBlockText',
              modifiers: ['contains'],
              values: list.map(({ value, start, end }) => ({ literal: value, origin: { start, end } })),
            },
          ],
        ],
      },
    ],
    condition: 'selection',
    techniques: techniques.length > 0 ? techniques.slice(0, 6) : ['T1059.001'],
    falsepositives: ['Administration scripts that use the same cmdlets'],
    confidence: Math.max(...list.map(({ confidence }) => confidence)),
  };
}

/** Whether a host is labels of letters and digits, two at least. */
function isPlainHost(host: string): boolean {
  const labels = host.split('.');
  return labels.length > 1 && labels.every((label) => isMadeOf(label, '-'));
}

const RESERVED = ['example.com', 'example.org', 'example.net', 'localhost'] as const;
const PRIVATE_STARTS = ['127.', '10.', '192.168.'] as const;

/** Whether a host is a reserved or a local one, which identifies no actor. */
function isNowhere(host: string): boolean {
  const lower = host.toLowerCase();
  return startsWithAny(lower, PRIVATE_STARTS) || RESERVED.some((name) => `.${lower}`.endsWith(`.${name}`));
}

const isPoint = oneOf('.');
/** PowerShell's option before an encoded script, as it is written. */
const ENCODED_OPTIONS: ReadonlySet<string> = new Set(['-e', '-ec', '-enc', '-encodedcommand']);

/** Whether a command has an encoded script. */
function hasEncoded(command: string): boolean {
  const words = splitAtBlanks(command.toLowerCase());
  return words.slice(1, -1).some((word) => ENCODED_OPTIONS.has(word));
}
