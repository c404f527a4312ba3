import { type ReactNode, useState } from 'react';
import { Choice } from '../../ui/choice.js';
import { Code } from '../../ui/code.js';
import styles from './accounts.module.css';
import { awsCli, cloudFormation, type Policies, ROLE_NAME, terraform } from './role-forms.js';

type Way = 'cloudformation' | 'terraform' | 'cli' | 'console';

const WAYS: readonly { readonly value: Way; readonly label: string }[] = [
  { value: 'cloudformation', label: 'CloudFormation' },
  { value: 'cli', label: 'AWS CLI' },
  { value: 'terraform', label: 'Terraform' },
  { value: 'console', label: 'Console by hand' },
];

/** How the role is made; `children` is the way by hand. */
export function RoleWays({ children, policies }: { policies: Policies; children: ReactNode }) {
  const [way, setWay] = useState<Way>('cloudformation');
  return (
    <>
      <Choice<Way> label="With" value={way} options={WAYS} onChange={setWay} />
      {way === 'console' ? children : <Form way={way} policies={policies} />}
    </>
  );
}

function Form({ policies, way }: { way: Exclude<Way, 'console'>; policies: Policies }) {
  switch (way) {
    case 'cloudformation':
      return (
        <>
          <p>
            Download the template, then{' '}
            <Outside to="https://console.aws.amazon.com/cloudformation/home#/stacks/create">
              create a stack in the AWS console
            </Outside>
            : “Upload a template file”, a name, and the box which allows that a role is made. Or, beside the file:{' '}
            <code className="wrap-anywhere">
              aws cloudformation deploy --stack-name {ROLE_NAME} --template-file {ROLE_NAME}.json --capabilities
              CAPABILITY_NAMED_IAM
            </code>
          </p>
          <Text text={cloudFormation(policies)} what="the CloudFormation template" fileName={`${ROLE_NAME}.json`} />
        </>
      );
    case 'cli':
      return (
        <>
          <p>
            Paste this into a shell that is signed in to the account, such as{' '}
            <Outside to="https://console.aws.amazon.com/cloudshell/home">CloudShell in the AWS console</Outside>.
          </p>
          <Text text={awsCli(policies)} what="the AWS CLI commands" fileName={`${ROLE_NAME}.sh`} />
        </>
      );
    case 'terraform':
      return (
        <>
          <p>Add this to the configuration of the account, and apply it.</p>
          <Text text={terraform(policies)} what="the Terraform configuration" fileName={`${ROLE_NAME}.tf`} />
        </>
      );
  }
}

const Text = ({ fileName, text, what }: { text: string; what: string; fileName: string }) => (
  <div className={styles.policy}>
    <Code text={text} what={what} fileName={fileName} {...(fileName.endsWith('.json') ? { grammar: 'json' } : {})} />
  </div>
);

const Outside = ({ children, to }: { to: string; children: ReactNode }) => (
  <a href={to} target="_blank" rel="noreferrer">
    {children}
  </a>
);
