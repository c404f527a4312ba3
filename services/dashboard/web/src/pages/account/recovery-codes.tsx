import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Dialog } from '../../ui/dialog.js';
import dialogStyles from '../../ui/dialog.module.css';
import { Notice } from '../../ui/states.js';
import accountStyles from './account.module.css';

/** Shows recovery codes this once. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[] | undefined; onDone: () => void }) => (
  <Dialog title="Your recovery codes" isOpen={codes !== undefined} onClose={onDone} keepOpen>
    <div className="stack">
      <Notice kind="warn">
        <p>Store them where you find them without your phone: they are shown this once, and each is good once.</p>
      </Notice>
      <ul className={accountStyles.accountCodes}>
        {codes?.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={`row ${dialogStyles.dialogActions}`}>
        <CopyButton text={codes?.join('\n') ?? ''} what="the recovery codes" />
        <Button kind="main" onPress={onDone}>
          I have stored them
        </Button>
      </div>
    </div>
  </Dialog>
);
