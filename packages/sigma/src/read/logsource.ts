import { isCarrier } from '../catalogue/taxonomy.js';
import { type MapFamily, resolveMap } from '../convert/maps.js';
import type { Logsource } from '../model/rule.js';
import { join, type QueryLeaf, type QueryNode } from '../query/query-tree.js';
import { type Evidence, leavesOf, type System } from './evidence.js';
import { type Asked, askedOf, type Fit, fitOf, isBetter } from './logsource-fit.js';
import { excludesOthers, type ScopedLogsource } from './logsource-scope.js';
import { contradicts, isOfSystem, productNamed, withProduct } from './logsource-system.js';

/** The log source that a query names. */
export interface FoundLogsource {
  readonly family: MapFamily;
  readonly logsource: Logsource;
  /** The log source whose field maps are read; undefined where the maps have none like it. */
  readonly mapped: Logsource | undefined;
  /** Whether evidence for the system disagrees, so that the product stays open. */
  readonly isOpen?: boolean;
  /** The condition without the parts that only name the log source. */
  readonly rest: QueryNode;
  /**
   * `named`: the query names it. `narrowed`: the log source has conditions that the query does not. `assumed`: only the fields indicate it.
   */
  readonly certainty: 'named' | 'narrowed' | 'assumed' | 'described' | 'unlisted';
  /** Conditions that were left out, because only the product's field names these kinds of events: the log source has them and others. */
  readonly leftOut: readonly QueryLeaf[];
}

/** The product that a query names, with the part that names it. */
type NamedProduct = ReturnType<typeof productNamed>;

/** Finds the log source of a condition among those given. Undefined where nothing indicates one. */
export function findLogsource(
  tree: QueryNode,
  candidates: readonly ScopedLogsource[],
  evidence: Evidence,
): FoundLogsource | undefined {
  const asked = askedOf(tree);
  const product = productNamed(asked.ranges);
  const likeliest = bestFit(asked, product, candidates, evidence);
  if (likeliest === undefined) return undefined;
  const best = ofWholeProduct(withoutService(likeliest, product, candidates), asked, candidates);
  const { parts } = asked;
  const said = namingParts(best, parts, product);
  const { family, logsource } = best.scoped;
  const isOpen = product === undefined && evidence.disagreeing.length > 1 && isOfSystem(logsource);
  return {
    family,
    mapped: logsource,
    logsource: isOpen ? { category: logsource.category as string } : withProduct(logsource, product?.name),
    isOpen,
    rest: join(
      'and',
      parts.filter((_, index) => !said.has(index)),
    ),
    certainty: sharesName(best, candidates) ? 'narrowed' : certaintyOf(best),
    leftOut: [...best.within].flatMap((index) => leavesOf(parts[index] as QueryNode)),
  };
}

/** The log source that fits best, of those whose product the query and its values do not contradict. */
function bestFit(
  asked: Asked,
  product: NamedProduct,
  candidates: readonly ScopedLogsource[],
  evidence: Evidence,
): Fit | undefined {
  const system = product?.name ?? evidence.system;
  const known = { ...evidence, ...(system === undefined ? {} : { system: system as System }) };
  let best: Fit | undefined;
  for (const scoped of candidates) {
    const { product: own } = scoped.logsource;
    if (product !== undefined && (own ?? product.name) !== product.name) continue;
    const fit = fitOf(scoped, asked);
    // Where nothing names the log, what the values say of the system is not contradicted.
    if (fit === undefined || (fit.said.size === 0 && own !== undefined && contradicts(own, system))) continue;
    if (fit.known === 0 && isNamedByCarrier(fit, asked)) continue;
    if (best === undefined || isBetter(fit, best, known)) best = fit;
  }
  return best;
}

/** Whether a log is named by no more than a source type of Splunk that carries the events of many. */
function isNamedByCarrier({ said }: Fit, { parts }: Asked): boolean {
  const named = [...said].flatMap((index) => leavesOf(parts[index] as QueryNode));
  return (
    named.length > 0 &&
    named.every(({ test: of }) => of.op === 'string' && of.pattern.shape === 'exact' && isCarrier(of.pattern.literal))
  );
}

/**
 * A fit that only the fields indicate, without its service where the query names no more than the product and all logs of that have the fields: the
 * lines of any of Linux's logs are messages.
 */
function withoutService(fit: Fit, product: NamedProduct, candidates: readonly ScopedLogsource[]): Fit {
  const { service, category } = fit.scoped.logsource;
  if (product === undefined || product.name === 'windows' || fit.said.size > 0) return fit;
  if (service === undefined || category !== undefined) return fit;
  const scoped = candidates.find(
    ({ logsource: own }) => own.product === product.name && own.category === undefined && own.service === undefined,
  );
  return scoped === undefined ? fit : { ...fit, scoped };
}

/** A service whose log UDM names as its product's others, as the product where the query tests nothing that the service alone has. */
function ofWholeProduct(fit: Fit, asked: Asked, candidates: readonly ScopedLogsource[]): Fit {
  const { conjuncts, family, logsource } = fit.scoped;
  if (family !== 'udm' || logsource.service === undefined) return fit;
  const names = new Set(conjuncts.map(({ key }) => key));
  const whole = candidates.find(
    ({ logsource: { product, category, service }, conjuncts: others }) =>
      product !== undefined &&
      product === logsource.product &&
      category === undefined &&
      service === undefined &&
      others.length === names.size &&
      others.every(({ key }) => names.has(key)) &&
      resolveMap(family, { product }) !== resolveMap(family, logsource),
  );
  const found = whole === undefined ? undefined : fitOf(whole, asked);
  return found !== undefined && found.known >= fit.known ? found : fit;
}

/** Positions of the parts that only name the log source. */
function namingParts(best: Fit, parts: readonly QueryNode[], product: NamedProduct): ReadonlySet<number> {
  const excluding = parts.flatMap((part, index) => (excludesOthers(part, best.scoped) ? [index] : []));
  return new Set([...best.said, ...best.within, ...excluding, ...(product === undefined ? [] : [product.index])]);
}

/** Logs of requests. */
const OF_REQUESTS = new Set(['proxy', 'webserver']);

/** Whether events that UDM gives one name alone are of another kind of log just as well: a request is one to a server as one through a proxy. */
function sharesName({ scoped, said }: Fit, candidates: readonly ScopedLogsource[]): boolean {
  const { conjuncts, family, logsource } = scoped;
  if (family !== 'udm' || !OF_REQUESTS.has(logsource.category ?? '') || logsource.product !== undefined) return false;
  if (said.size === 0) return false;
  const names = new Set(conjuncts.map(({ key }) => key));
  return candidates.some(
    ({ logsource: { category, product }, conjuncts: others }) =>
      product === undefined &&
      category !== undefined &&
      category !== logsource.category &&
      others.length === names.size &&
      others.every(({ key }) => names.has(key)),
  );
}

function certaintyOf({ missing, said, within }: Fit): FoundLogsource['certainty'] {
  if (said.size === 0) return 'assumed';
  return missing > within.size ? 'narrowed' : 'named';
}
