import type { Settings } from '../siems/settings.js';
import { Checkbox } from '../ui/checkbox.js';
import { TextField } from '../ui/field.js';
import type { ExportFormat } from './forms.js';

/** What is chosen of these deployable forms alone, for one rule or for `several`. */
export function FormChoices({
  formats,
  settings,
  onChange,
  several = false,
}: {
  formats: readonly ExportFormat[];
  settings: Settings;
  onChange: (change: Partial<Settings>) => void;
  several?: boolean;
}) {
  return (
    <>
      <Checkbox isSelected={settings.keepLevel} onChange={(keepLevel) => onChange({ keepLevel })}>
        {several
          ? 'Keep the rules’ levels where a query finds more than its rule'
          : 'Keep the rule’s level where the query finds more than the rule'}
      </Checkbox>
      {formats.includes('savedsearches') && (
        <Checkbox
          isSelected={settings.enterpriseSecurity}
          onChange={(enterpriseSecurity) => onChange({ enterpriseSecurity })}
        >
          Make findings of Splunk Enterprise Security
        </Checkbox>
      )}
      {formats.includes('opensearch-monitor') && (
        <TextField
          label="Notification channel of OpenSearch"
          value={settings.channel}
          onChange={(channel) => onChange({ channel })}
          help="The id of the channel that monitors tell; without it they tell nobody."
        />
      )}
    </>
  );
}
