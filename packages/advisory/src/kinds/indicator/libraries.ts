import { lazyData } from '../../data-file.js';
import { firstOf } from '../../draft/cut.js';
import type { DraftItem, DraftValue, RuleDraft } from '../../draft/rule-draft.js';
import { titleOf } from '../../draft/text.js';
import type { AdvisoryDocument } from '../../model.js';
import { VALUES_MAX } from './shared.js';

const libraries = lazyData('system-libraries.json', (raw: { readonly system: string; readonly watchers: string }) => ({
  system: new Set(raw.system.split(' ')),
  watchers: new Set(raw.watchers.split(' ')),
}));

/** Words that make a library of a system's name the actor's: it was brought, replaced or loaded in the other's place. */
const PLANTED =
  /\b(?:side-?load|hijack|malicious|replac|plant|drop|proxy|fake|rogue|trojani|masquerad|disguis|impersonat|search order|copied|copies|written|writes|creates?d?|download|payload|loader|backdoor)/i;
const NEAR = 240;
/** Run-time libraries that programs of all kinds bring along. */
const BROUGHT_ALONG =
  /^(?:lib(?:winpthread|gcc|stdc\+\+|curl|ssh2?|ssl|crypto|eay32|png|jpeg|tiff|xml2|iconv|intl|ffi|sqlite|mysql|pq|protobuf|usb|uv|expat|freetype|cef|glib|gmp|z|bz2|lzma|zstd)|ssleay32|zlib|mozglue|mozcrt|mozsqlite|nss3|nssdbm3|nspr4|softokn3|freebl3|plc4|plds4|smime3|7-?zip|7za?|unrar|lame|log4net|newtonsoft\.json|sqlite|qt\d|icu[a-z]{2}\d|d3dcompiler|vcomp|concrt|nvtoolsext|bouncycastle|dotnetzip|ionic\.zip|costura)[\w.+-]*$/;

/**
 * Low-level rules over names of libraries. A name that Windows itself has counts only where the text tells that the actor brought it, and then
 * outside of the folders in which Windows keeps it; libraries by which malware recognises an analyst's machine count nowhere.
 */
export function libraryRules(document: AdvisoryDocument, names: readonly DraftValue[]): readonly RuleDraft[] {
  const { system, watchers } = libraries();
  const bare = ({ literal }: DraftValue): string =>
    String(literal)
      .toLowerCase()
      .replace(/^\\/, '')
      .replace(/\.dll$/, '');
  const { kept: own, cut } = firstOf(
    names.filter(
      (name) =>
        !/^(?:system|microsoft)(?:\.|$)/.test(bare(name)) &&
        !system.has(bare(name)) &&
        !watchers.has(bare(name)) &&
        !(BROUGHT_ALONG.test(bare(name)) && !isLoadedInstead(document, name)),
    ),
    VALUES_MAX,
    'libraries',
  );
  const shared = firstOf(
    names.filter((name) => system.has(bare(name)) && isPlanted(document, name)),
    VALUES_MAX,
    'libraries',
  );
  const drafts: RuleDraft[] = [];
  if (own.length > 0) {
    drafts.push({
      ...HEADER,
      behaviour: 'indicators:libraries',
      title: titleOf(`Indicator Match - Library Of Reported Name Loaded (${own.length})`),
      description: 'Low-level indicator rule: libraries with file names that the advisory lists.',
      selections: [{ name: 'selection', alternatives: [[loaded('endswith', own)]] }],
      condition: 'selection',
      falsepositives: ['Legitimate libraries of the same name'],
      cut,
    });
  }
  if (shared.kept.length > 0) {
    drafts.push({
      ...HEADER,
      behaviour: 'indicators:system-libraries',
      title: titleOf(`System Library Name Loaded From Elsewhere (${shared.kept.length})`),
      description:
        'Detects libraries of names that Windows has, as the advisory reports them of the actor, loaded from other folders than those of Windows.',
      selections: [
        { name: 'selection', alternatives: [[loaded('endswith', shared.kept)]] },
        {
          name: 'filter_main_system',
          filter: true,
          alternatives: [[loaded('startswith', SYSTEM_FOLDERS)]],
        },
      ],
      condition: 'selection and not filter_main_system',
      falsepositives: ['Programs that bring their own copy of the library'],
      cut: shared.cut,
    });
  }
  return drafts;
}

const HEADER = {
  platform: 'endpoint-sysmon',
  level: 'low',
  logsource: { category: 'image_load', product: 'windows' },
  techniques: ['T1574.001'],
  confidence: 0.45,
} as const;

const SYSTEM_FOLDERS: readonly DraftValue[] = ['System32', 'SysWOW64', 'WinSxS', 'SystemApps', 'servicing'].map(
  (folder) => ({
    literal: `C:\\Windows\\${folder}\\`,
    origin: { template: 'windows-library-folders' },
  }),
);

function loaded(modifier: string, values: readonly DraftValue[]): DraftItem {
  return { field: 'ImageLoaded', modifiers: [modifier], values };
}

/** Whether a run-time library's name is told as what a legitimate program was made to load. */
function isLoadedInstead({ text }: AdvisoryDocument, { origin }: DraftValue): boolean {
  return (
    'start' in origin &&
    /\b(?:side-?load|hijack|trojani|search order|patched|modified|malicious (?:dll|library))/i.test(
      text.slice(Math.max(0, origin.start - NEAR), origin.end + NEAR),
    )
  );
}

function isPlanted({ text }: AdvisoryDocument, { origin }: DraftValue): boolean {
  return 'start' in origin && PLANTED.test(text.slice(Math.max(0, origin.start - NEAR), origin.end + NEAR));
}
