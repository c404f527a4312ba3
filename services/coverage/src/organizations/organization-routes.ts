import { actorOf, appendAudit, callerOf, scopeOf } from '@tripline/auth';
import { defineRoutes, endpoint, NotFoundError } from '@tripline/service';
import type { Request, Router } from 'express';
import { accountToChange, refuseMembers } from '../accounts/account-access.js';
import { cloudOf } from '../cloud/provider.js';
import { createScans, type ScanDeps } from '../scans/scan-service.js';
import { organizationCoverage } from './organization-coverage.js';
import type { Organization } from './organization-model.js';
import { organizationOperations } from './organization-operations.js';
import type { OrganizationResource } from './organization-resource.js';
import { readOrganization } from './organization-service.js';
import {
  deleteOrganization,
  findOrganization,
  listMembers,
  listOrganizations,
  scannableMembers,
} from './organization-store.js';

/** `/accounts/{id}/organization` and `/organizations`: the accounts of an organisation, seen together. */
export function createOrganizationRouter(deps: ScanDeps): Router {
  const { db } = deps;
  const inPath = async (req: Request, { id }: { readonly id: string }): Promise<Organization> => {
    const found = await findOrganization(scopeOf(req), db, id);
    if (found === undefined) throw noSuchOrganization(id);
    return found;
  };
  return defineRoutes([
    endpoint(organizationOperations.readOrganization, {
      find: accountToChange(db),
      handle: async ({ body, found }, req, res) => {
        const who = { caller: callerOf(req), actor: actorOf(req) };
        const { added, id, notAdded } = await readOrganization(deps, who, found, body);
        res.json({ organization: view(await inPath(req, { id })), added, not_added: notAdded });
      },
    }),
    endpoint(organizationOperations.listOrganizations, {
      handle: async (_input, req, res) => {
        res.json({ organizations: (await listOrganizations(scopeOf(req), db)).map(view) });
      },
    }),
    endpoint(organizationOperations.getOrganization, {
      find: inPath,
      handle: async ({ found, query }, _req, res) => {
        const accounts = await listMembers(db, found.id, query);
        res.json({ organization: view(found), accounts, total: found.accounts });
      },
    }),
    endpoint(organizationOperations.getOrganizationCoverage, {
      find: inPath,
      handle: async ({ found, query }, _req, res) => void res.json(await organizationCoverage(db, found, query)),
    }),
    ...organizationDeeds(deps, inPath),
  ]);
}

/** Deploys Tripline's role in an organisation, scans its accounts, and forgets it. */
const organizationDeeds = (
  deps: ScanDeps,
  inPath: (req: Request, params: { readonly id: string }) => Promise<Organization>,
) => {
  const { clouds, db } = deps;
  return [
    endpoint(organizationOperations.getOrganizationRole, {
      find: inPath,
      handle: async ({ found: { externalId, provider, root, roleName } }, _req, res) => {
        const templates = await cloudOf(clouds, provider).organizations?.templates({ roleName, externalId, root });
        res.json({
          role_name: roleName,
          external_id: externalId,
          cloudformation: templates?.cloudformation ?? null,
          terraform: templates?.terraform ?? null,
        });
      },
    }),
    endpoint(organizationOperations.scanOrganization, {
      find: inPath,
      handle: async ({ found }, req, res) => {
        const accounts = await scannableMembers(db, found.id);
        const target = { type: 'organization', id: found.id };
        const ids = await createScans(deps, { actor: actorOf(req), target, userId: callerOf(req).userId }, accounts);
        res.json({ scan_ids: ids, started: ids.length });
      },
    }),
    endpoint(organizationOperations.deleteOrganization, {
      find: async (req, params) => {
        const found = await inPath(req, params);
        if (found.teamId !== null) refuseMembers(req);
        return found;
      },
      handle: async ({ found }, req, res) => {
        await db.transaction(async (trx) => {
          await deleteOrganization(trx, found.id);
          const target = { type: 'organization', id: found.id };
          const details = { organization: found.number };
          await appendAudit(trx, { action: 'organization.forgotten', actor: actorOf(req), target, details });
        });
        res.json({ message: `The organization ${found.number} is forgotten; its accounts stay.` });
      },
    }),
  ];
};

const noSuchOrganization = (id: string): NotFoundError => new NotFoundError(`There is no organization ${id}.`);

const view = (organization: Organization): OrganizationResource => ({
  id: organization.id,
  external_organization_id: organization.number,
  cloud_account_id: organization.accountId,
  management_account: organization.managementAccount,
  role_name: organization.roleName,
  accounts: organization.accounts,
  accounts_here: organization.connected,
  read_at: organization.readAt,
});
