import { tokensOf } from '../attribute/cues.js';
import { wordSet } from '../knowledge/load.js';
import { listPattern } from '../knowledge/word-pattern.js';
import type { AdvisoryDocument } from '../model.js';
import { hostOf } from '../read/links.js';
import { sentenceAround } from '../segment/passage.js';
import { endsWithAny } from '../text/ends.js';
import type { Scanner } from './scanner.js';

/** A host and how it is written. */
export interface HostMention {
  /** Lower case. */
  readonly host: string;
  /** As written. Letter case tells code from a name. */
  readonly written?: string;
  readonly start: number;
  readonly end: number;
  readonly defanging: 'strong' | 'weak' | 'none';
  /** Hosts the document links to. */
  readonly linked: ReadonlySet<string>;
  readonly isUrl: boolean;
  readonly isMail?: boolean;
}

/** Hosts the document links to: it refers to them and does not report them. */
export function linkedHosts(document: AdvisoryDocument): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const block of document.blocks) {
    for (const link of block.links ?? []) {
      const host = hostOf(link.href);
      if (host !== undefined) hosts.add(host);
    }
  }
  return hosts;
}

/** Words right before a host that say that readers or analysts look something up there. */
const LOOKED_UP = listPattern(
  String.raw`\b(?:(?:can|could|may) (?:also )?be {looked-up-done}|{looked-up-verbs}(?: it| this| them)?)(?: online| publicly)? (?:at|on|via|using|through|with|in) (?:the (?:site|website|portal|explorer) )?["“'‘(]?$`,
  'i',
);

/** Whether the words before a host send the reader or an analyst there to look something up. */
export function isLookedUp({ text }: Scanner, { start }: HostMention): boolean {
  return LOOKED_UP().test(text.slice(Math.max(0, start - 90), start));
}

/** Words right before a host that send readers there for more: "please visit". A ransom note's address is defanged. */
const TO_VISIT = listPattern(
  String.raw`(?:^|[,.;:]\s|\b{before-visit}\s)visit (?:us (?:at|on) |our site (?:at )?)?["“]?(?:https?:\/\/)?$`,
  'i',
);

/** Whether the words before a host have readers visit it. */
export function isToVisit({ text }: Scanner, { start }: HostMention): boolean {
  return TO_VISIT().test(text.slice(Math.max(0, start - 40), start));
}

/** What stands before the address of a link in Markdown, which a plain text may have too: `[in the news](https://…)`. */
const BEFORE_TARGET = ['](', '] ('] as const;

const LINK_WORD_MAX = 24;
/** Words behind which an address in angle brackets is the object of the sentence and not a link's target. */
const BEFORE_ADDRESS: ReadonlySet<string> = new Set([
  'from',
  'to',
  'at',
  'on',
  'via',
  'with',
  'of',
  'is',
  'was',
  'and',
  'or',
  'url',
  'visit',
]);

/** Whether an address is a link's target, or stands behind a link's words (`in the news <https://…>`). Who reports one defangs it or lets it stand alone. */
export function isLinksTarget({ text }: Scanner, { start, isUrl }: HostMention): boolean {
  if (!isUrl) return false;
  const before = text.slice(Math.max(0, start - LINK_WORD_MAX), start);
  if (endsWithAny(before, BEFORE_TARGET)) return true;
  const word = before.endsWith(' <') ? (tokensOf(before).at(-1)?.text ?? '') : '';
  // Mails write any address so: "fetched from <https://…>".
  return word !== '' && before.endsWith(`${word} <`) && !BEFORE_ADDRESS.has(word);
}

/** How far before a customer's host at a cloud its sentence may call it the intruders'. */
const CALLED_C2_BEFORE = 120;

/** Whether the sentence of a host says before it that it is a server of the intruders, or that their traffic is redirected to it. */
export function isCalledC2({ text }: Scanner, { start }: HostMention): boolean {
  const sentence = sentenceAround(text, start, start);
  const before = tokensOf(text.slice(Math.max(sentence.start, start - CALLED_C2_BEFORE), start));
  const [verb, to] = before.slice(-2).map((token) => token.text);
  return before.some((token) => wordSet('c2-words').has(token.text)) || (verb === 'redirected' && to === 'to');
}

/** How far before a host it is read whether its sentence speaks of hosts. */
const CALLED_HOST_BEFORE = 100;

/** Whether the sentence before a dotted word speaks of hosts: "typosquat domains: fen-login.to". In "domains.to" the blank of a sentence is lost. */
export function isCalledHost({ text }: Scanner, { host, start }: HostMention): boolean {
  const first = host.slice(0, host.indexOf('.'));
  if (wordSet('prose-words').has(first) || wordSet('called-hosts').has(first)) return false;
  const before =
    text
      .slice(Math.max(0, start - CALLED_HOST_BEFORE), start)
      .split(/[.!?]\s|\n/)
      .at(-1) ?? '';
  return tokensOf(before).some((token) => wordSet('called-hosts').has(token.text));
}
