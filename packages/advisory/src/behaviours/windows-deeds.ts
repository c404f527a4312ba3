import type { Level, PlatformId } from '@tripline/sigma';
import { lazyData } from '../data-file.js';
import type { Behaviour } from '../model.js';
import { behaviourAt } from './behaviour-at.js';
import { deedFactor } from './hypothetical.js';
import type { Passage } from './passage.js';
import { compilePhrases, findPhrases, tokensOf } from './phrases.js';

type Values = Readonly<Record<string, readonly (string | number)[]>>;

/** Something done to Windows that reports tell in words, and the events that show it whichever way it is done. */
export interface WindowsDeed {
  readonly platform: PlatformId;
  readonly phrases: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly level: Level;
  readonly techniques: readonly string[];
  readonly logsource: { readonly product: string; readonly service?: string; readonly category?: string };
  /** Each is a way by which it shows: values by field and modifiers. */
  readonly alternatives: readonly Values[];
  /** What ordinary events of the kind have. */
  readonly filter?: Values;
  readonly falsepositives: readonly string[];
}

const tables = lazyData('windows-deeds.json', (raw: Readonly<Record<string, WindowsDeed>>) => {
  const deeds = Object.entries(raw);
  return {
    deeds: new Map(deeds),
    phrases: compilePhrases(Object.fromEntries(deeds.map(([key, { phrases }]) => [key, phrases]))),
  };
});

/** The deed under a key of the table; undefined when there is none. */
export function windowsDeed(key: string): WindowsDeed | undefined {
  return tables().deeds.get(key);
}

/** A list of techniques names deeds that the report may not tell: "T1070.001: Clear Windows Event Logs". */
function isTechniqueName(text: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  const before = text.slice(Math.max(0, start - 48), start);
  const after = text.slice(end, end + 24);
  return (
    /\bT\d{4}(?:\.\d{3})?[\])}:\s|–-]*(?:[A-Z][\w ]{2,40}: )?$/.test(before) ||
    /(?:Mechanism|Dumping|Removal|Defenses|on Host|Execution|Process|Services?): $/.test(before) ||
    /^[^.;\n]{0,16}[([–-]\s*T\d{4}/.test(after)
  );
}

const CERTAINTY = 0.65;
/** How often Windows must be told of before a deed in words can be one on Windows. */
const WINDOWS_MIN = 3;

/** Finds what reports say in words that was done to Windows: shadow copies deleted, LSASS dumped, Defender disabled. */
export function findWindowsDeeds(passages: readonly Passage[], text: string): readonly Behaviour[] {
  const mentions = text.match(
    /\bWindows\b|\.exe\b|\.dll\b|\bPowerShell\b|\bHK(?:LM|CU)\b|\bOffice\b|\bWord\b|\bExcel\b/g,
  );
  if ((mentions?.length ?? 0) < WINDOWS_MIN) return [];
  const { deeds, phrases } = tables();
  return passages.flatMap((passage) => {
    const { type, role } = passage.block;
    if (type === 'code' || type === 'heading' || role !== 'narrative') return [];
    return findPhrases(tokensOf(passage), phrases).flatMap((hit) => {
      const deed = deeds.get(hit.key);
      if (deed === undefined || isTechniqueName(passage.text, hit)) return [];
      const { platform, techniques } = deed;
      const certainty = CERTAINTY * deedFactor(passage, hit.start, hit.end);
      const rest = { kind: 'deed', value: hit.key, platforms: [platform], details: {}, techniques } as const;
      return [behaviourAt(passage, hit, certainty, rest)];
    });
  });
}
