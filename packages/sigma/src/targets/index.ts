import type { TargetId } from '../catalogue/targets.js';
import type { Target } from '../convert/target.js';
import { dql } from './dql.js';
import { kql } from './kql.js';
import { lucene } from './lucene.js';
import { spl } from './spl.js';
import { udm } from './udm.js';
import { yaral } from './yaral.js';

const TARGETS: Readonly<Record<TargetId, Target>> = {
  siem_spl: spl,
  siem_kql: kql,
  siem_lucene: lucene,
  siem_udm: udm,
  siem_dql: dql,
  siem_yaral: yaral,
};

/** The implementation of a backend id. */
export function targetById(id: TargetId): Target {
  return TARGETS[id];
}
