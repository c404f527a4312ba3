// Values that stand literally in a text, by patterns of our own over the text: in how many texts one stands, and in how many of those a rule
// asks for one of them in a field that has such values. What the engine thinks of a value's role plays no part.

import { valuesOf } from '../sigma-rule.mjs';
import { literalOf } from '../text.mjs';
import { share } from './document-scores.mjs';

/** A class of things: the values of a text, the fields in which a rule may ask for them, and the logs where that is not told by the field. */
const CLASSES = [
  {
    name: 'URL',
    find: (text) =>
      matches(text, DEFANGED_URL)
        .map(plainUrl)
        .filter((url) => url.length > 5),
    fields: /^(?:c-uri|cs-uri(?:-stem|-query)?|cs-host|r-dns|cs-referr?er)$/,
    holds: (asked, value) => value.includes(asked) || asked.includes(value),
  },
  {
    name: 'event id',
    find: (text) => matches(text, /\b(?:event|sysmon)[ _-]?(?:ids?|codes?)\b\W{0,4}(?<value>\d{1,5})\b/gi),
    fields: /^(?:EventID|EventCode|event_id|winlog\.event_id)$/i,
    holds: (asked, value) => asked === value,
  },
  {
    name: 'note name',
    find: (text) => matches(text, NOTE).map((name) => name.toLowerCase()),
    fields: /^(?:TargetFilename|name|FileName|path)$/i,
    holds: (asked, value) => asked.split(/[\\/]/).at(-1) === value,
  },
  {
    name: 'account',
    find: (text) =>
      matches(text, /\b(?:account|user(?:name)?)s?\s+(?:named|called)\s+["'“‘`]?(?<value>[\w.$-]{3,40})/gi).map(
        (name) => name.toLowerCase().replace(/\.$/, ''),
      ),
    fields: /user|account|principal|identity|actor|member|name$/i,
    holds: (asked, value) => asked.split(/[\\/@ "']/).includes(value),
  },
  {
    name: 'header',
    find: (text) => matches(text, /^[ \t>]*(?<value>X-[A-Z][\w-]{2,40}): ?\S/gm).map((name) => name.toLowerCase()),
    fields: /./,
    inField: true,
    holds: (asked, value) => asked.includes(value),
  },
  {
    name: 'parameter of a request',
    find: (text) =>
      matches(text, /(?<![\w])\/[\w.%/-]{3,120}\?(?<value>[\w.[\]-]{2,40}=[^\s&"'<>“”`]{1,80})/g).map((value) =>
        value.toLowerCase(),
      ),
    fields: /uri|query|args|request/i,
    holds: (asked, value) => asked.includes(value.slice(0, value.indexOf('=') + 1)),
  },
  {
    name: 'registry data',
    find: (text) =>
      matches(text, /\breg(?:\.exe)?\s+add\b[^\n]{0,200}?\s\/d\s+["“]?(?<value>[^\s"”]{1,120})/gi).map((value) =>
        value.toLowerCase(),
      ),
    fields: /^(?:Details|NewValue|CommandLine)$/i,
    holds: (asked, value) => asked.includes(value),
  },
  {
    name: 'user agent',
    find: (text) =>
      matches(
        text,
        /\buser-?agents?\b[^\n\w]{0,8}(?:string)?[^\n\w]{0,8}(?<value>[A-Za-z][\w.+ -]{1,40}\/\d[\w.]*)/gi,
      ).map((value) => value.toLowerCase()),
    fields: /user[-_]?agent/i,
    holds: (asked, value) => asked.includes(value) || value.includes(asked),
  },
  {
    name: 'mail address',
    find: (text) =>
      matches(text, /(?<value>[\w.+-]{2,40}(?:@|\[@\]|\[at\])[\w-]{2,40}(?:\[\.\])[\w.[\]-]{2,40})/g).map((value) =>
        value.toLowerCase().replaceAll('[.]', '.').replaceAll('[@]', '@').replaceAll('[at]', '@'),
      ),
    fields: /sender|from|mail|user/i,
    holds: (asked, value) => asked.includes(value),
  },
  {
    name: 'certificate',
    find: (text) =>
      matches(text, /\b(?:serial(?: number)?|thumbprint)\W{1,6}(?<value>(?:[0-9a-f]{2}[: ]?){8,32})/gi).map((value) =>
        value.toLowerCase().replaceAll(/[: ]/g, ''),
      ),
    fields: /serial|thumbprint|certificate|hash/i,
    holds: (asked, value) => asked.replaceAll(/[: ]/g, '') === value,
  },
];

const DEFANGED_URL =
  /(?<value>\b(?:hxxps?|h\*\*ps?|meow|https?|ftp)(?:\[?:\]?\/\/|:\[\/\/\]|\[:\/\/\])[^\s"'<>|`“”]{4,300})/gi;
const NOTE =
  /(?<![\w./-])(?<value>[\w!#@$+.-]*(?:read[_-]?me|recover|restore|decrypt|ransom|how[_-]?to|unlock)[\w!#@$+.-]*\.(?:txt|html?|hta|rtf))\b/gi;

function matches(text, pattern) {
  return [...text.matchAll(pattern)].map(({ groups }) => groups.value);
}

/** An address that was defanged, without scheme and defanging; empty where nobody defanged it, since it may be a link of the page. */
function plainUrl(written) {
  if (!/^(?:hxx|h\*\*|meow)/i.test(written) && !/\[[.:/]/.test(written)) return '';
  return written
    .replaceAll(/\[([.:/-])\]/g, '$1')
    .replaceAll('[://]', '://')
    .replace(/^[^/]*\/\//, '')
    .replace(/[.,;:)\]*]+$/, '')
    .replace(/^([^/]*):(?:80|443)(?=\/|$)/, '$1')
    .toLowerCase();
}

/** For each class the share of texts that hold such a value and have a rule with it in the right field. */
export const thingsOnThePage = CLASSES.map(({ name, find, fields, inField, holds }) => ({
  pooled: true,
  count({ doc, rules }) {
    const values = [...new Set(find(doc.text))];
    if (values.length === 0) return undefined;
    const asked = rules.flatMap(({ sigma }) => valuesOf(sigma, false)).filter(([field]) => fields.test(field));
    const plain = asked.map(([field, , value]) =>
      literalOf(inField ? `${field} ${value}` : String(value)).toLowerCase(),
    );
    const hit = values.filter((value) => plain.some((each) => each.length >= 1 && holds(each, value)));
    const errors = hit.length > 0 ? [] : [{ kind: 'missed', value: values.slice(0, 3).join(', ') }];
    return { counts: { hits: hit.length > 0 ? 1 : 0, total: 1 }, errors };
  },
  figures: [share(`texts with a rule on their ${name}`, 'hits', 'total')],
}));

/** How many rules a text gets, and how many texts get none. */
export const rulesPerText = [
  {
    pooled: true,
    count: ({ rules }) => ({ counts: { rules: rules.length, texts: 1 } }),
    figures: [
      {
        name: 'rules per text',
        of: ({ rules, texts }) => ({ value: texts === 0 ? undefined : rules / texts, support: texts }),
      },
    ],
  },
  {
    pooled: true,
    count: ({ rules }) => ({ counts: { hits: rules.length === 0 ? 1 : 0, total: 1 } }),
    figures: [share('texts without a rule (lower is better)', 'hits', 'total')],
  },
];
