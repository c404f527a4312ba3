import type { AdvancedEventSelector, EventSelector } from '@aws-sdk/client-cloudtrail';
import type { TakenLog } from '../../../cloud/log-feed.js';

const MODES: Readonly<Record<string, readonly ('read' | 'write')[]>> = { ReadOnly: ['read'], WriteOnly: ['write'] };
const BOTH = ['read', 'write'] as const;
/** `arn:aws:s3` or `arn:aws:s3:::`, which mean every resource of the type; longer ones name some. */
const EVERY_RESOURCE = /^arn:[\w-]+:[\w-]+(?::::)?$/;
/** Fields of a selector that leave no events of a type and mode out. */
const HARMLESS: readonly string[] = ['eventCategory', 'readOnly', 'resources.type'];

/** What a trail without selectors of its own takes. */
export const EVERY_MANAGEMENT_EVENT: readonly TakenLog[] = BOTH.map((mode) => management(mode, true, []));

/** The logs that a trail's basic selectors take. */
export function takenByBasic(selectors: readonly EventSelector[]): TakenLog[] {
  return selectors.flatMap((selector) => {
    const modes = MODES[selector.ReadWriteType ?? ''] ?? BOTH;
    const leavesOut = selector.ExcludeManagementEventSources ?? [];
    const managed = selector.IncludeManagementEvents === false ? [] : modes;
    return [
      ...managed.map((mode) => management(mode, true, leavesOut)),
      ...(selector.DataResources ?? []).flatMap(({ Type: type = '', Values: values = [] }) =>
        modes.map((mode) =>
          data(
            mode,
            type,
            values.some((value) => EVERY_RESOURCE.test(value)),
          ),
        ),
      ),
    ];
  });
}

/** The logs that advanced selectors take. A condition on anything but category, mode and type takes a part only. */
export function takenByAdvanced(selectors: readonly AdvancedEventSelector[]): TakenLog[] {
  return selectors.flatMap(({ FieldSelectors: fields = [] }) => {
    const equals = (field: string) => fields.find(({ Field }) => Field === field)?.Equals;
    const readOnly = equals('readOnly');
    const modes = BOTH.filter((mode) => readOnly === undefined || readOnly.includes(String(mode === 'read')));
    const others = fields.filter(({ Field = '' }) => !HARMLESS.includes(Field));
    const category = equals('eventCategory') ?? [];
    if (category.includes('Management')) {
      const leftOut = others.filter(({ Field, NotEquals }) => Field === 'eventSource' && NotEquals !== undefined);
      const leavesOut = leftOut.flatMap(({ NotEquals = [] }) => NotEquals);
      return modes.map((mode) => management(mode, leftOut.length === others.length, leavesOut));
    }
    if (!category.includes('Data')) return [];
    return (equals('resources.type') ?? []).flatMap((type) =>
      modes.map((mode) => data(mode, type, others.length === 0)),
    );
  });
}

function management(mode: 'read' | 'write', whole: boolean, leavesOut: readonly string[]): TakenLog {
  return { log: `cloudtrail_management_${mode}`, resourceType: null, whole, leavesOut };
}

function data(mode: 'read' | 'write', resourceType: string, whole: boolean): TakenLog {
  return { log: `cloudtrail_data_${mode}`, resourceType, whole, leavesOut: [] };
}
