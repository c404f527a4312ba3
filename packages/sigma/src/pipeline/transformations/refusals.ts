import { SigmaError } from '../../model/error.js';
import { changeLeaves, leavesOfSubject } from '../leaves.js';
import type { TransformationReaders } from './readers.js';

/** Transformations that drop a detection item, or refuse a rule, with the pipeline's own message. */
export const REFUSING_TRANSFORMATIONS: TransformationReaders = {
  drop_detection_item: () => (subject, step) => changeLeaves(subject, step, () => undefined),

  rule_failure(parameters) {
    const message = parameters.text('message');
    return ({ document }) => {
      throw new SigmaError('RefusedByPipeline', message, { document });
    };
  },

  detection_item_failure(parameters) {
    const message = parameters.text('message');
    return (subject, step) =>
      changeLeaves(subject, step, ({ path }) => {
        const item = path.item === '' ? path.selection : `${path.selection}.${path.item}`;
        throw new SigmaError('RefusedByPipeline', message, { document: subject.document, path: `detection.${item}` });
      });
  },

  strict_field_mapping_failure:
    () =>
    (subject, { run }) => {
      const fields = new Set(
        leavesOfSubject(subject).flatMap((leaf) =>
          leaf.kind === 'field' && !run.names.mapped.has(leaf.field) && !run.names.added.has(leaf.field)
            ? [leaf.field]
            : [],
        ),
      );
      if (fields.size === 0) return subject;
      throw new SigmaError('RefusedByPipeline', `no entry of the pipelines maps the fields ${[...fields].join(', ')}`, {
        document: subject.document,
      });
    },
};
