import {
  DescribeStandardsControlsCommand,
  SecurityHubClient,
  type StandardsControl,
  type StandardsSubscription,
} from '@aws-sdk/client-securityhub';
import type { Compliance } from '@tripline/attack';
import type { FoundDetection } from '../../../cloud/found-detection.js';
import { type CollectorContext, everything, forEach, ifReadable, pages } from '../../collector.js';
import { regionalArn } from '../../regions.js';
import { ACTIVE, best, degraded, disabled, type Verdict } from '../../verdict.js';
import { recorderStatus } from '../config/recorders.js';
import { complianceOf } from './compliance.js';
import { securityhub } from './service.js';

const PAGE = 100;
/** The id of a control, whichever standard lists it: `IAM.4`. */
const OWN_ID = /^[A-Za-z][A-Za-z0-9]*\.\d+$/;
/** Older standards use ids of their own for a control (`CIS.1.10`, `PCI.IAM.1`); the address of its remediation has the control's id. */
const ID_IN_ADDRESS = /\/securityhub\/([A-Za-z][A-Za-z0-9]*\.\d+)\/remediation\b/;

/** A standard that is on, with its verdict. */
export interface JudgedStandard {
  readonly subscription: StandardsSubscription;
  readonly verdict: Verdict;
}

/**
 * The controls of the standards that are on, each once however many standards list it. A control is active if any of them checks it.
 * Standards list their controls with the state of each, so no control needs a call of its own.
 */
export async function* controlsOf(
  context: CollectorContext,
  standards: readonly JudgedStandard[],
): AsyncGenerator<FoundDetection> {
  const { done, failure } = await forEach(standards, ({ subscription }) => listControls(context, subscription));
  context.signal.throwIfAborted();
  const stopped = standards.some(({ verdict }) => verdict === ACTIVE) && (await recorderStopped(context));
  const found = new Map<string, { readonly control: StandardsControl; readonly verdicts: Verdict[] }>();
  for (const [{ verdict }, controls] of done) {
    for (const control of controls) {
      const id = idOf(control);
      const entry = found.get(id) ?? { control, verdicts: [] };
      found.set(id, entry);
      if (control.ControlStatus === 'DISABLED') entry.verdicts.push(disabled('disabled'));
      else entry.verdicts.push(verdict === ACTIVE && stopped ? degraded('recorder_stopped') : verdict);
    }
  }
  const compliance = await complianceOf(context, [...found.keys()]);
  for (const [id, { control, verdicts }] of found) {
    const verdict = best(verdicts);
    // A standard that could not be read may check what the others do not.
    if (verdict !== undefined && (failure === undefined || verdict === ACTIVE)) {
      yield detection(context, id, control, { ...verdict, compliance: compliance.get(id) ?? null });
    }
  }
  if (failure !== undefined) throw failure;
}

/**
 * Whether the region's recorder is stopped. Security Hub reports that only for a standard that never had a recorder, and continues with
 * controls that need none. When the recorder cannot be read, Security Hub's own status counts.
 */
async function recorderStopped(context: CollectorContext): Promise<boolean> {
  const status = await ifReadable(context, recorderStatus(context));
  return status !== undefined && status.recording !== true;
}

function listControls(
  context: CollectorContext,
  { StandardsSubscriptionArn }: StandardsSubscription,
): Promise<readonly StandardsControl[]> {
  const client = context.session.client(SecurityHubClient, context.region);
  const listing = pages(
    context,
    securityhub,
    'DescribeStandardsControls',
    (NextToken) =>
      client.send(new DescribeStandardsControlsCommand({ StandardsSubscriptionArn, MaxResults: PAGE, NextToken })),
    (output) => output.NextToken,
  );
  return everything(listing, (output) => output.Controls);
}

function idOf({ ControlId: id = '', RemediationUrl: address = '' }: StandardsControl): string {
  return OWN_ID.test(id) ? id : (ID_IN_ADDRESS.exec(address)?.[1] ?? id);
}

function detection(
  { region, externalAccountId }: CollectorContext,
  id: string,
  { Title: title, Description: description }: StandardsControl,
  verdict: Verdict & { readonly compliance: Compliance },
): FoundDetection {
  const arn = regionalArn(region, securityhub.iamPrefix, externalAccountId, `security-control/${id}`);
  return {
    key: arn,
    type: 'securityhub_control',
    scope: region,
    name: title === undefined ? id : `${id}: ${title}`,
    arn,
    description: description ?? null,
    managed: true,
    ...verdict,
    subject: { kind: 'securityhub_control', controlId: id },
  };
}
