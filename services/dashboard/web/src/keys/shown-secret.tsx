import { useConfig } from '../api/config.js';
import { Button } from '../ui/button.js';
import { Code } from '../ui/code.js';
import { CopyButton } from '../ui/copy-button.js';
import { Dialog } from '../ui/dialog.js';
import dialogStyles from '../ui/dialog.module.css';
import { Notice } from '../ui/states.js';
import keysStyles from './keys.module.css';

/** A key that was just made. */
export interface MadeKey {
  readonly key: string;
  readonly name: string;
}

/** Shows a new key this once. A click beside the dialog does not close it. */
export const ShownSecret = ({ made, onDone }: { made: MadeKey | undefined; onDone: () => void }) => (
  <Dialog title="Your new key" isOpen={made !== undefined} onClose={onDone} keepOpen>
    <div className="stack">
      <Notice kind="warn">
        <p>Copy it now: it is shown this once, and we keep only its hash.</p>
      </Notice>
      <div>
        <p className="dim">{made?.name}</p>
        <code className={keysStyles.keySecret}>{made?.key}</code>
      </div>
      {made !== undefined && <FirstCalls secret={made.key} />}
      <div className={`row ${dialogStyles.dialogActions}`}>
        <CopyButton text={made?.key ?? ''} what="the key" label="Copy the key" />
        <Button kind="main" onPress={onDone}>
          I have stored it
        </Button>
      </div>
    </div>
  </Dialog>
);

/** A call to each service with the new key in it, to be tried at once. */
function FirstCalls({ secret }: { secret: string }) {
  const { data: config } = useConfig();
  if (config === undefined) return null;
  const calls = [
    `curl -H 'Authorization: Bearer ${secret}' '${config.rulesUrl}/v1/rules?limit=5'`,
    `curl -H 'X-API-Key: ${secret}' '${config.coverageUrl}/accounts'`,
  ];
  return (
    <div>
      <p>Try it, at the rules service and at the coverage service. The shell’s history keeps what you paste.</p>
      <Code text={calls.join('\n')} what="the first calls" />
    </div>
  );
}
