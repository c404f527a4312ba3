import { type LoggedProduct, techniquesOfProductEvent } from '@tripline/attack';
import { operationPhrases, wordSet, words } from '../../knowledge/load.js';
import type { ProductEvent, Span } from '../../model.js';
import { once } from '../../once.js';
import type { Passage } from '../../segment/passage.js';
import { isCapital, isSmallLetter } from '../../text/characters.js';
import { isCapitalised } from '../../text/shape.js';
import { leading, skipBack } from '../../text/stretches.js';
import { behaviourAt } from '../behaviour-at.js';
import { namedNear } from '../call-names/named-near.js';
import type { Reading } from '../kind.js';
import { namedAndDescribed } from '../named-and-described.js';
import { doneBy, isDone } from '../operation-title.js';
import { mentionsOf } from '../planes.js';
import { toldParameters } from '../told-parameters.js';
import { googleCloudMethod } from './google-cloud-method.js';
import { meantIn, PRODUCTS, type Product, standsFor } from './meant.js';
import { toldEvents } from './told.js';

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
      return isDone(lastCapitalised(name));
    },
  },
};

/** The confidence of a listed name, and of another of the same form in a passage that names the product. */
const CERTAINTY = { listed: 0.9, likely: 0.6 } as const;

/**
 * Finds events in the audit logs of Microsoft 365, Google Workspace and GitHub that a document writes out or tells in words, where it names
 * the product.
 */
export function recogniseProductEvents({ doc: { text }, passages }: Reading): readonly ProductEvent[] {
  const isMeant = meantIn(passages);
  return PRODUCTS.filter((product) => standsFor(product, text)).flatMap((product) => {
    const isNamed = mentionsOf(product, text) > 0;
    return namedAndDescribed(
      passages.map((passage) => ({
        passage,
        named: writtenEvents(passage, product),
        told: isNamed
          ? toldEvents(passage, product, isMeant).map(({ name, certainty, ...at }) =>
              eventAt(passage, product, name, at, certainty),
            )
          : [],
      })),
    );
  });
}

function writtenEvents(passage: Passage, product: Product): readonly ProductEvent[] {
  const { shape, isLikely } = LOGS[product];
  const isBeside = once(() => standsFor(product, passage.text));
  return [...passage.text.matchAll(shape)].flatMap(({ 0: name, index }) => {
    const isListed = isKnown(product, name);
    if (!isListed && !(isLikely(name) && isBeside())) return [];
    const at = { start: index, end: index + name.length };
    return [eventAt(passage, product, name, at, isListed ? CERTAINTY.listed : CERTAINTY.likely)];
  });
}

function eventAt(passage: Passage, product: Product, name: string, at: Span, certainty: number): ProductEvent {
  return behaviourAt(passage, at, certainty, {
    kind: 'product-event' as const,
    product,
    value: name,
    parameters: [...toldParameters(passage, product, name, at), ...namedNear(passage, product, name, at)],
    platforms: product === 'google-workspace' && googleCloudMethod(name) !== undefined ? (['gcp'] as const) : [],
    techniques: techniquesOfProductEvent(LOGS[product].attack, name).map(({ id }) => id),
  });
}

/** Whether a name is one of the log's, by public rules or since reports tell it in words. */
function isKnown(product: Product, name: string): boolean {
  return wordSet(`events-${product}`).has(name) || Object.hasOwn(operationPhrases(product), name);
}

const gitHubFamilies = once(() => new Set(words('events-github').map((name) => name.split('.')[0] ?? '')));

/**
 * The first words of the objects of Microsoft 365's listed operations: `Mailbox` of `Add-MailboxPermission`, `File` of `FileDownloaded`.
 */
const firstWords = once(() => new Set(words('events-m365').map((name) => firstWord(withoutVerb(name)))));

function firstWord(name: string): string {
  const capitals = leading(name, isCapital);
  return capitals === '' ? name : capitals + leading(name.slice(capitals.length), isSmallLetter);
}

/** The name of a cmdlet without its verb; another name as it is. */
function withoutVerb(name: string): string {
  const [verb = ''] = name.split('-', 1);
  return verb.length < name.length && isCapitalised(verb) ? name.slice(verb.length + 1) : name;
}

/** The last word of a name in camel case: `Downloaded` of `FileDownloaded`; empty where it ends otherwise. */
function lastCapitalised(name: string): string {
  const start = skipBack(name, name.length, isSmallLetter) - 1;
  return start < name.length - 1 && isCapital(name[start]) ? name.slice(start) : '';
}
