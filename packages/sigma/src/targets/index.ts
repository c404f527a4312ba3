import type { ConvertibleId } from '../catalogue/targets.js';
import type { Target } from '../convert/target.js';
import { dql } from './dql.js';
import { eql } from './eql.js';
import { kql } from './kql.js';
import { lucene } from './lucene.js';
import { spl } from './spl.js';
import { udm } from './udm.js';
import { yaral } from './yaral.js';

const TARGETS: Readonly<Record<ConvertibleId, Target<ConvertibleId>>> = {
  siem_spl: spl,
  siem_kql: kql,
  siem_lucene: lucene,
  siem_udm: udm,
  siem_dql: dql,
  siem_yaral: yaral,
  siem_eql: eql,
};

/** The implementation of a target. */
export function targetById(id: ConvertibleId): Target<ConvertibleId> {
  return TARGETS[id];
}
