import type { OwnerScope } from '@tripline/auth';
import type { Knex } from '@tripline/service';
import { chooseSettings, triedBy } from '../conversion/choose-settings.js';
import type { SettingsChoice } from '../conversion/settings-schema.js';
import type { ConversionSettings } from '../engine/tasks/conversion-settings.js';
import type { ExportedRule } from '../engine/tasks/export-rules.js';
import type { RunTask } from '../engine/workplace.js';
import type { NewestText } from './rule-reading.js';

/** The rules with the settings of their conversions: the chosen ones, else the default of each rule's owner. */
export async function withSettings(
  db: Knex,
  scope: OwnerScope,
  rules: readonly NewestText[],
  choice: SettingsChoice,
  run: RunTask,
): Promise<readonly ExportedRule[]> {
  const settled = new Map<string, ConversionSettings>();
  const chosen =
    choice.pipelines === undefined
      ? undefined
      : await chooseSettings(db, { scope, owner: scope }, choice, triedBy(run));
  const settingsFor = async (ownerId: string): Promise<ConversionSettings> => {
    const owner = ownerId === scope.teamId ? scope : { userId: ownerId };
    const settings =
      chosen ?? settled.get(ownerId) ?? (await chooseSettings(db, { scope, owner }, choice, triedBy(run)));
    settled.set(ownerId, settings);
    return settings;
  };
  const exported: ExportedRule[] = [];
  for (const { ownerId, ...rule } of rules) exported.push({ ...rule, settings: await settingsFor(ownerId) });
  return exported;
}
