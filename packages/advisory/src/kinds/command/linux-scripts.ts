import type { DraftItem, DraftSelection, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { distinct, titleOf } from '../../draft/text.js';
import { whyItMatters } from '../../draft/why.js';
import { refang } from '../../indicators/refang.js';
import type { Behaviour } from '../../model.js';
import { behindScheme } from '../../text/addresses.js';
import { hasWord, isVisible } from '../../text/characters.js';
import { startsWithAny, trimEndOf } from '../../text/ends.js';
import { isMadeOf, isNumber, splitAtBlanks, upToAny } from '../../text/shape.js';

const DOWNLOADERS: ReadonlySet<string> = new Set(['curl', 'wget', 'fetch', 'lwp-download']);
const ADDRESS_MAX = 300;
const isOfAddress = (character: string): boolean => isVisible(character) && !'"\'`<>|;)'.includes(character);
/** Reserved and local hosts do not identify an actor. */
const NOWHERE = {
  starts: ['localhost', '127.', '10.', '192.168.'],
  names: ['example.com', 'example.org', 'example.net'],
};

/** Whether an address is a host, perhaps with a port and a path, without signs of templates and of shells. */
function isPlainAddress(address: string): boolean {
  const [authority = '', ...folders] = address.split('/');
  const [host = '', port = '0', ...more] = authority.split(':');
  if (!isMadeOf(host, '.-') || !isNumber(port) || more.length > 0) return false;
  return folders.every((folder) => folder === '' || isMadeOf(folder, '.%~+-'));
}

/** Whether an address is on a reserved or a local host. */
function isNowhere(address: string): boolean {
  const lower = address.toLowerCase();
  const host = lower.split('/', 1)[0] ?? '';
  return startsWithAny(lower, NOWHERE.starts) || NOWHERE.names.some((name) => hasWord(host, name));
}

/**
 * The address of a download, refanged: host and path without scheme, user, query and what follows a placeholder. Takes the word and its
 * offset; undefined where there is none or the host is reserved.
 */
export function downloadAddress(word: string, offset: number): DraftValue | undefined {
  const found = behindScheme(word, isOfAddress, ADDRESS_MAX);
  if (found === undefined) return undefined;
  const written = trimEndOf(upToAny(found.text, [...'?#&<{$*']), '.,');
  const literal = refang(written).text;
  if (!isPlainAddress(literal) || !literal.includes('.') || isNowhere(literal)) return undefined;
  const start = offset + found.start;
  return { literal, origin: { start, end: start + written.length } };
}

/** Whether a tool fetches what an address names. */
export function isDownloader(tool: string): boolean {
  return DOWNLOADERS.has(tool);
}

const PIPED =
  /\b(curl|wget|fetch)\b[^|\n]{3,400}(\|\s{0,2}(?:sudo\s+)?(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da|k)?sh)(?![\w.-])/;

/**
 * One rule on downloads piped into a shell. The shell that starts such a line has it as its argument; some write a blank after the pipe and
 * some do not.
 */
export function pipedScriptRule(behaviours: readonly Behaviour[]): RuleDraft | undefined {
  const told = behaviours.flatMap((behaviour) => {
    if (behaviour.kind !== 'command' || behaviour.system !== 'linux') return [];
    const match = PIPED.exec(behaviour.value);
    return match === null ? [] : [{ behaviour, match }];
  });
  const first = told[0];
  if (first === undefined) return undefined;
  const seen = new Set<string>();
  const alternatives: DraftSelection['alternatives'][number][] = [];
  for (const { behaviour, match } of told) {
    const [whole, tool = '', pipe = ''] = match;
    const key = `${tool}${splitAtBlanks(pipe).join('')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const at = behaviour.start + match.index;
    const pipeAt = at + whole.lastIndexOf(pipe);
    const toolValue = { literal: tool, origin: { start: at, end: at + tool.length } };
    const other = pipe.includes(' ') ? `|${pipe.slice(1).trimStart()}` : pipe.replace('|', '| ');
    alternatives.push(
      shellWith([toolValue, { literal: pipe, origin: { start: pipeAt, end: pipeAt + pipe.length } }]),
      shellWith([toolValue, { literal: other, origin: { template: 'linux-pipe-spacing' } }]),
    );
  }
  const techniques = ['T1059.004', 'T1105'];
  return {
    platform: 'endpoint-auditd',
    behaviour: 'execve:piped-script',
    title: titleOf(
      `Downloaded Script Piped To A Shell - ${distinct(told.map(({ match }) => match[1] as string)).join(', ')}`,
    ),
    description: `Detects a shell told to fetch a script and run it without saving it, as the advisory reports.${whyItMatters(techniques)}`,
    level: 'high',
    logsource: { product: 'linux', service: 'auditd' },
    selections: [{ name: 'selection', alternatives }],
    condition: 'selection',
    techniques,
    falsepositives: ['Installers of software that are started this way by administrators'],
    confidence: Math.max(...told.map(({ behaviour }) => behaviour.confidence)),
  };
}

const SOCKETS = ['/dev/tcp/', '/dev/udp/'] as const;

/** The first name of a socket in a command, with its place. */
function socketIn(command: string): { readonly name: string; readonly at: number } | undefined {
  const found = SOCKETS.map((name) => ({ name, at: command.indexOf(name) })).filter(({ at }) => at >= 0);
  return found.sort((a, b) => a.at - b.at)[0];
}

/** One rule on reverse shells. bash opens the connection by a special file name, which only the shell's own command line shows. */
export function reverseShellRule(behaviours: readonly Behaviour[]): RuleDraft | undefined {
  const told = behaviours.filter(
    (each) => each.kind === 'command' && each.system === 'linux' && socketIn(each.value) !== undefined,
  );
  const first = told[0];
  const socket = first?.kind === 'command' ? socketIn(first.value) : undefined;
  if (first === undefined || socket === undefined) return undefined;
  const start = first.start + socket.at;
  return {
    platform: 'endpoint-auditd',
    behaviour: 'execve:shell-socket',
    title: 'Shell Connected To A Socket By Its Device Name',
    description: `Detects a shell told to open a network connection through ${socket.name}, as the advisory reports.${whyItMatters(['T1059.004'])}`,
    level: 'high',
    logsource: { product: 'linux', service: 'auditd' },
    selections: [
      {
        name: 'selection',
        alternatives: [shellWith([{ literal: socket.name, origin: { start, end: start + socket.name.length } }])],
      },
    ],
    condition: 'selection',
    techniques: ['T1059.004'],
    falsepositives: ['Scripts that test whether a port is open'],
    confidence: Math.max(...told.map(({ confidence }) => confidence)),
  };
}

function shellWith(values: readonly DraftValue[]): readonly DraftItem[] {
  const item = (field: string, modifiers: readonly string[], literal: string): DraftItem => ({
    field,
    modifiers,
    values: [{ literal, origin: { template: 'linux-shell-command' } }],
  });
  return [
    item('type', [], 'EXECVE'),
    item('a1', [], '-c'),
    { field: 'a2', modifiers: values.length > 1 ? ['contains', 'all'] : ['contains'], values },
  ];
}
