import type { Inventory, RoleInventory } from './inventory.js';
import { type Answer, jsonAnswer } from './wire/answer.js';

const ROLE_PATH = /^\/sample\/accounts\/(\d{12})\/roles\/([\w+=,.@-]{1,64})$/;
const EXTERNAL_ID = /^[\w+=,.@:/-]{2,1224}$/;

/**
 * Answers `PUT /sample/accounts/{number}/roles/{name}` with `{"externalId": …}`: the account then has that role, and callers with the
 * external id may assume it. It stands for what the account's owner does in AWS with the policies from the coverage service.
 * @returns nothing for any other path
 */
export function answerRoleRequest(
  inventory: Inventory,
  request: { readonly method?: string | undefined; readonly url?: string | undefined },
  body: string,
): Answer | undefined {
  const [, number = '', name = ''] = ROLE_PATH.exec(request.url ?? '') ?? [];
  if (name === '') return undefined;
  if (request.method !== 'PUT') return jsonAnswer(405, { message: `${request.method} is not allowed here; PUT is` });
  const account = Object.hasOwn(inventory.accounts, number) ? inventory.accounts[number] : undefined;
  if (account === undefined) return jsonAnswer(404, { message: `The AWS sample has no account ${number}` });
  const externalId = externalIdIn(body);
  if (externalId === undefined)
    return jsonAnswer(400, {
      message: 'A role is {"externalId": "…"}, 2 to 1224 characters that an external id may have',
    });
  const role: RoleInventory = { name, externalId };
  account.roles = [...(account.roles ?? []).filter((one) => one.name !== name), role];
  return jsonAnswer(200, { role: `arn:aws:iam::${number}:role/${name}` });
}

function externalIdIn(body: string): string | undefined {
  try {
    const { externalId } = JSON.parse(body) as { externalId?: unknown };
    return typeof externalId === 'string' && EXTERNAL_ID.test(externalId) ? externalId : undefined;
  } catch {
    return undefined;
  }
}
