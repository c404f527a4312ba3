import { Badge } from '../../ui/badge.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { CheckboxGroup } from '../../ui/checkbox-group.js';
import { Choice } from '../../ui/choice.js';
import { CopyButton } from '../../ui/copy-button.js';
import { ConfirmButton } from '../../ui/dialog.js';
import { Icon, type IconName } from '../../ui/icon.js';
import { ActionMenu } from '../../ui/menu.js';
import { LinkTabs, Tabs } from '../../ui/tabs.js';
import { nothing, Part } from './part.js';

const KINDS = ['main', 'plain', 'quiet', 'danger'] as const;
const BADGES = ['plain', 'good', 'warn', 'bad', 'info'] as const;
const ICONS: readonly IconName[] = [
  ...(['home', 'generate', 'reports', 'library', 'converter', 'pipelines', 'cloud', 'siem', 'members'] as const),
  ...(['team-rules', 'analytics', 'audit', 'search', 'fold', 'unfold', 'menu'] as const),
];
const LEVELS = [
  { value: 'low', label: 'low' },
  { value: 'high', label: 'high' },
] as const;

/** What is pressed, ticked or chosen. */
export const ControlParts = () => (
  <>
    {KINDS.map((kind) => (
      <Part key={kind} name={`button-${kind}`}>
        <div className="row">
          <Button kind={kind}>Save the rule</Button>
          <Button kind={kind} pending>
            Saving
          </Button>
          <Button kind={kind} isDisabled>
            Cannot be pressed
          </Button>
          <ButtonLink kind={kind} to="/dev/parts">
            A link
          </ButtonLink>
        </div>
      </Part>
    ))}
    <Part name="buttons-of-a-purpose">
      <div className="row">
        <CopyButton text="copied" what="the text" />
        <ConfirmButton label="Delete" title="Delete the rule" confirm="Delete" work={async () => nothing()}>
          It is gone.
        </ConfirmButton>
        <ActionMenu label="More" actions={[{ label: 'Export', run: nothing }]} />
      </div>
    </Part>
    <Part name="checkbox">
      <div className="row">
        <Checkbox>Not ticked</Checkbox>
        <Checkbox defaultSelected>Ticked</Checkbox>
        <Checkbox isIndeterminate>Some of them</Checkbox>
        <Checkbox isDisabled>Cannot be ticked</Checkbox>
        <Checkbox isDisabled isSelected>
          Ticked for good
        </Checkbox>
      </div>
      <CheckboxGroup label="Levels" help="At least one." value={['high']} options={LEVELS} onChange={nothing} />
    </Part>
    <Part name="choice">
      <Choice label="Level" value="high" options={LEVELS} onChange={nothing} />
      <Choice label="Level" hideLabel value="low" options={LEVELS} onChange={nothing} />
    </Part>
    <Part name="tabs">
      <Tabs
        label="Languages"
        tabs={[
          { id: 'spl', label: 'SPL', panel: 'What is in the first' },
          { id: 'kql', label: 'KQL', panel: 'What is in the second' },
        ]}
      />
      <LinkTabs
        label="Parts of a rule"
        links={[
          { to: '/dev/parts', label: 'Parts' },
          { to: '/rules', label: 'Elsewhere' },
        ]}
      />
    </Part>
    <Part name="badge">
      <div className="row">
        {BADGES.map((kind) => (
          <Badge key={kind} kind={kind}>
            {kind}
          </Badge>
        ))}
      </div>
    </Part>
    <Part name="icon">
      <div className="row">
        {ICONS.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </div>
    </Part>
  </>
);
