import { type LoggedProduct, techniquesOfProductEvent } from '@tripline/attack';
import { wordSet, words, wordTexts } from '../../knowledge/load.js';
import type { ProductEvent } from '../../model.js';
import type { Passage } from '../../segment/passage.js';
import { behaviourAt } from '../behaviour-at.js';
import type { Reading } from '../kind.js';
import { doneBy } from '../operation-title.js';
import { mentionsOf } from '../planes.js';
import { googleCloudMethod } from './google-cloud-method.js';

type Product = ProductEvent['product'];

interface ProductLog {
  /** Its name in `packages/attack`. */
  readonly attack: LoggedProduct;
  /** The form of its events' names. */
  readonly shape: RegExp;
  /** Whether an unlisted name of that form says what was done, as the log's own names do. */
  readonly isLikely: (name: string) => boolean;
}

const LOGS: Readonly<Record<Product, ProductLog>> = {
  github: {
    attack: 'github',
    shape: /(?<![\w.@/-])[a-z]\w{2,60}\.[a-z]\w{2,80}(?![\w/-]|\.[a-z])/g,
    isLikely: (name) => {
      const [family = '', action = ''] = name.split('.');
      return gitHubFamilies().has(family) && doneBy(action.split('_')[0] ?? '') !== undefined;
    },
  },
  'google-workspace': {
    attack: 'google_workspace',
    shape:
      /(?<![\w.@/-])(?:[A-Z][A-Z0-9]{1,20}(?:_[A-Z0-9]{1,24}){1,6}|[a-z0-9]{3,20}(?:_[a-z0-9]{2,24}){1,5})(?![\w-])/g,
    isLikely: (name) => name === name.toUpperCase() && doneBy((name.split('_')[0] ?? '').toLowerCase()) !== undefined,
  },
  m365: {
    attack: 'm365',
    shape:
      /(?<![\w.@/-])(?:[A-Z][a-z]{2,11}-[A-Z][A-Za-z0-9]{2,60}|[A-Z]{1,6}[a-z]{1,20}(?:[A-Z]{1,6}[a-z]{1,20}){1,5})(?![\w-])/g,
    isLikely: (name) => {
      const [verb = '', noun] = name.split('-');
      // PowerShell and other logs have names of the form too, so the name's noun must be a thing of Microsoft 365.
      if (!firstWords().has(firstWord(noun ?? name))) return false;
      if (noun !== undefined) return verb !== 'Get' && doneBy(verb.toLowerCase()) !== undefined;
      return participles().has(/[A-Z][a-z]+$/.exec(name)?.[0] ?? '');
    },
  },
};

/** The confidence of a listed name, and of another of the same form in a passage that names the product. */
const CERTAINTY = { listed: 0.9, likely: 0.6 } as const;

/** Finds events in the audit logs of Microsoft 365, Google Workspace and GitHub that a document writes out, where it names the product. */
export function recogniseProductEvents({ doc: { text }, passages }: Reading): readonly ProductEvent[] {
  return (Object.keys(LOGS) as Product[])
    .filter((product) => mentionsOf(product, text) > 0)
    .flatMap((product) => passages.flatMap((passage) => eventsIn(passage, product)));
}

function eventsIn(passage: Passage, product: Product): readonly ProductEvent[] {
  const { attack, shape, isLikely } = LOGS[product];
  const listed = wordSet(`events-${product}`);
  let beside: boolean | undefined;
  const isBeside = (): boolean => {
    beside ??= mentionsOf(product, passage.text) > 0;
    return beside;
  };
  return [...passage.text.matchAll(shape)].flatMap(({ 0: name, index }) => {
    const isListed = listed.has(name);
    if (!isListed && !(isLikely(name) && isBeside())) return [];
    const at = { start: index, end: index + name.length };
    const event = behaviourAt(passage, at, isListed ? CERTAINTY.listed : CERTAINTY.likely, {
      kind: 'product-event' as const,
      product,
      value: name,
      platforms: product === 'google-workspace' && googleCloudMethod(name) !== undefined ? (['gcp'] as const) : [],
      techniques: techniquesOfProductEvent(attack, name).map(({ id }) => id),
    });
    return [event];
  });
}

let families: ReadonlySet<string> | undefined;

function gitHubFamilies(): ReadonlySet<string> {
  families ??= new Set(words('events-github').map((name) => name.split('.')[0] ?? ''));
  return families;
}

let done: ReadonlySet<string> | undefined;

function participles(): ReadonlySet<string> {
  done ??= new Set(wordTexts('verbs-done').values());
  return done;
}

let things: ReadonlySet<string> | undefined;

/**
 * The first words of the objects of Microsoft 365's listed operations: `Mailbox` of `Add-MailboxPermission`, `File` of `FileDownloaded`.
 */
function firstWords(): ReadonlySet<string> {
  things ??= new Set(words('events-m365').map((name) => firstWord(name.replace(/^[A-Z][a-z]+-/, ''))));
  return things;
}

function firstWord(name: string): string {
  return /^[A-Z]+[a-z]*/.exec(name)?.[0] ?? name;
}
