import { useState } from 'react';
import { Button } from '../ui/button.js';
import { CheckboxGroup } from '../ui/checkbox-group.js';
import { Choice } from '../ui/choice.js';
import { TextField } from '../ui/field.js';
import { Select } from '../ui/select.js';
import { ErrorNotice } from '../ui/states.js';
import { BACKENDS, type Backend } from './backends.js';
import { useBackends, usePipelines } from './catalogue.js';
import { mineFirst, useMySiems } from './my-siems.js';
import type { Settings } from './settings.js';
import styles from './settings-form.module.css';

/** Which queries are made, and for what data. */
export function SettingsForm({
  settings,
  onChange,
  backends = true,
}: {
  settings: Settings;
  onChange: (change: Partial<Settings>) => void;
  /** Whether the languages can be chosen here. */
  backends?: boolean;
}) {
  return (
    <div className="stack">
      {backends && <LanguageChoice settings={settings} onChange={onChange} />}
      <PipelineChoice settings={settings} onChange={onChange} />
      <StackChoice settings={settings} onChange={onChange} />
      <div className={styles.settingsFields}>
        <TextField
          label="Index"
          value={settings.index}
          onChange={(index) => onChange({ index })}
          help="Splunk’s index; in deployable forms also the index pattern of Elastic and OpenSearch."
        />
        <TextField
          label="Source type"
          value={settings.sourcetype}
          onChange={(sourcetype) => onChange({ sourcetype })}
          help="Splunk’s."
        />
        <TextField
          label="Table"
          value={settings.table}
          onChange={(table) => onChange({ table })}
          help="Of Sentinel or Defender XDR."
        />
      </div>
    </div>
  );
}

interface PartProps {
  readonly settings: Settings;
  readonly onChange: (change: Partial<Settings>) => void;
}

/** The languages, those of one's own SIEMs first; a choice beyond these opens the rest. */
function LanguageChoice({ settings, onChange }: PartProps) {
  const { siems } = useMySiems();
  const { mine, others } = mineFirst(siems, BACKENDS, ({ id }) => id);
  const [isMore, setMore] = useState(() => others.some(({ id }) => settings.backends.includes(id)));
  const shown = isMore ? [...mine, ...others] : mine;
  return (
    <>
      <CheckboxGroup<Backend>
        label="Query languages"
        help={
          siems.length === 0
            ? 'None ticked: the six that every rule has.'
            : 'None ticked: the six that every rule has, and those of your SIEMs, which come first.'
        }
        value={settings.backends}
        options={shown.map(({ id, name, product }) => ({ value: id, label: `${name} (${product})` }))}
        onChange={(next) => onChange({ backends: next })}
      />
      {shown.length < BACKENDS.length && (
        <div>
          <Button kind="quiet" onPress={() => setMore(true)}>
            More languages
          </Button>
        </div>
      )}
    </>
  );
}

function PipelineChoice({ settings, onChange }: PartProps) {
  const { data: saved, error } = usePipelines();
  const mine = saved?.find((pipeline) => pipeline.default);
  const { pipelines } = settings;
  const kind = typeof pipelines === 'string' ? pipelines : 'these';
  return (
    <div className="stack">
      {error !== null && <ErrorNotice error={error} />}
      <Choice<'default' | 'none' | 'these'>
        label="Pipelines"
        value={kind}
        options={[
          { value: 'default', label: mine === undefined ? 'Default (there is none)' : `Default (${mine.name})` },
          { value: 'none', label: 'None' },
          ...(saved === undefined || saved.length === 0 ? [] : [{ value: 'these' as const, label: 'Choose…' }]),
        ]}
        onChange={(next) => onChange({ pipelines: next === 'these' ? [] : next })}
      />
      {kind === 'these' && (
        <CheckboxGroup
          label="Saved pipelines"
          help="They are applied in the order in which they are ticked."
          value={typeof pipelines === 'string' ? [] : pipelines}
          options={(saved ?? []).map(({ id, name, owner }) => ({
            value: id,
            label: owner === 'team' ? `${name} (team)` : name,
          }))}
          onChange={(next) => onChange({ pipelines: next })}
        />
      )}
      <Choice<Settings['builtInMaps']>
        label="Unmapped fields"
        value={settings.builtInMaps}
        options={[
          { value: 'default', label: 'As the pipelines say' },
          { value: 'yes', label: 'By the built-in maps' },
          { value: 'no', label: 'Left as they are' },
        ]}
        onChange={(builtInMaps) => onChange({ builtInMaps })}
      />
    </div>
  );
}

/** Where the data of each language may be in more than one shape, which one. */
function StackChoice({ settings, onChange }: PartProps) {
  const { data: backends, error } = useBackends();
  const presets = new Set(useMySiems().siems.flatMap(({ id, stack }) => (stack === undefined ? [] : [id])));
  if (error !== null) return <ErrorNotice error={error} />;
  const shown = (backends ?? []).filter(
    ({ id, stacks }) => stacks.length > 1 && (settings.backends.length === 0 || settings.backends.includes(id)),
  );
  return (
    <div className={styles.settingsFields}>
      {shown.map(({ id, stacks }) => {
        const usual = stacks.find((stack) => stack.default)?.id ?? '';
        const { [id]: _, ...others } = settings.stacks;
        return (
          <Select
            key={id}
            label={`Data in ${BACKENDS.find((backend) => backend.id === id)?.product ?? id}`}
            value={settings.stacks[id] ?? usual}
            options={stacks.map((stack) => ({ value: stack.id, label: stack.title, hint: stack.data }))}
            // Where one's own is another, the usual one is said too.
            onChange={(next) =>
              onChange({ stacks: next === usual && !presets.has(id) ? others : { ...others, [id]: next } })
            }
          />
        );
      })}
    </div>
  );
}
