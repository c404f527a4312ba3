import { json } from '@tripline/service';
import { describeOperations } from '../openapi/credential.js';
import { scanCellResource, scanProgressResource, scanResource, scanResultsResource } from './scan-resources.js';
import { changePageQuery, newScanBody, scanListQuery } from './scan-schema.js';

const TAG = 'Scans';
const params = { id: json.uuid } as const;
const NO_ACCOUNT = 'You have no account with this id.';
const NO_SCAN = 'You have no scan with this id.';
const scan = { status: 200, description: 'The scan.', data: scanResource } as const;

/** The scan paths of the OpenAPI document. */
export const scanOperations = describeOperations({
  createScan: {
    idempotent: true,
    method: 'post',
    path: '/accounts/{id}/scans',
    tag: TAG,
    summary: 'Scan a cloud account',
    description:
      'Answers at once; read the scan by its id, or follow its events. `regions` null or left out is the account’s own list, or every enabled region. Regions that are not enabled in the account are skipped, and the results say so.',
    security: 'any',
    scope: 'scans:run',
    params,
    body: newScanBody,
    success: {
      status: 200,
      description: 'The scan waits for a worker.',
      data: json.object({ id: json.uuid, status: json.exactly('pending'), message: json.text }),
    },
    errors: {
      400: 'The id is not a UUID, regions is empty or names a region that does not exist.',
      404: NO_ACCOUNT,
      409: 'The account has no role yet; or a scan of it is pending or running, and detail has its id.',
    },
  },
  listScans: {
    method: 'get',
    path: '/accounts/{id}/scans',
    tag: TAG,
    summary: 'List the scans of an account, newest first',
    security: 'any',
    scope: 'coverage:read',
    params,
    query: scanListQuery,
    success: {
      status: 200,
      description: 'The newest scans; total counts all that match.',
      data: json.object({ cloud_account_id: json.uuid, scans: json.list(scanResource), total: json.integer }),
    },
    errors: { 404: NO_ACCOUNT },
  },
  getScan: {
    method: 'get',
    path: '/scans/{id}',
    tag: TAG,
    summary: 'Read a scan with its progress and errors',
    security: 'any',
    scope: 'coverage:read',
    params,
    success: scan,
    errors: { 400: 'The id is not a UUID.', 404: NO_SCAN },
  },
  listScanCells: {
    method: 'get',
    path: '/scans/{id}/cells',
    tag: TAG,
    summary: 'Read how far a scan is, by service and region',
    description: 'Empty until it is known which regions can be scanned.',
    security: 'any',
    scope: 'coverage:read',
    params,
    success: {
      status: 200,
      description: 'Every service in every region that the scan reads.',
      data: json.object({ scan_id: json.uuid, cells: json.list(scanCellResource), total: json.integer }),
    },
    errors: { 400: 'The id is not a UUID.', 404: NO_SCAN },
  },
  getScanResults: {
    method: 'get',
    path: '/scans/{id}/results',
    tag: TAG,
    summary: 'Read what a scan has changed',
    description:
      'Of the changed detections in pages, the new ones first, then the updated, then the removed; `total_changes` says how many there are. The event `result` of the scan has the first page.',
    query: changePageQuery,
    security: 'any',
    scope: 'coverage:read',
    params,
    success: { status: 200, description: 'What changed.', data: scanResultsResource },
    errors: { 400: 'The id is not a UUID, or a parameter is wrong.', 404: NO_SCAN, 409: 'The scan has not ended.' },
  },
  cancelScan: {
    method: 'post',
    path: '/scans/{id}/cancel',
    tag: TAG,
    summary: 'Cancel a scan',
    description:
      'It ends at once, and for good. What it has stored stays; no detection is marked as removed, and coverage does not change.',
    security: 'any',
    scope: 'scans:run',
    params,
    success: { ...scan, description: 'The scan, cancelled.' },
    errors: {
      400: 'The id is not a UUID.',
      403: "A member of a team, on somebody else's scan.",
      404: NO_SCAN,
      409: 'The scan has ended.',
    },
  },
  followScan: {
    method: 'get',
    path: '/scans/{id}/events',
    tag: TAG,
    summary: 'Follow a scan',
    description:
      'Server-sent events: `progress` whenever something has changed, last `result`, or `error` with an Error. A stream that ends with neither was closed by a process that stops: connect again. Read it with fetch, since headers carry the credential.',
    security: 'any',
    scope: 'coverage:read',
    params,
    success: { status: 200, description: 'The events, until the scan has ended.', file: 'text/event-stream' },
    events: { progress: scanProgressResource, result: scanResultsResource },
    errors: { 400: 'The id is not a UUID.', 404: NO_SCAN, 429: 'As many streams are open as a user may have.' },
  },
});
