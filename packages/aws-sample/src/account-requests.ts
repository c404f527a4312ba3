import type { AccountInventory, Inventory } from './inventory.js';
import { type Answer, jsonAnswer } from './wire/answer.js';

/** The path under which accounts of a running server are read and set. No path of AWS begins like this. */
const ACCOUNTS = '/sample/accounts/';

/**
 * Answers requests about the sample itself: `GET`, `PUT` and `DELETE /sample/accounts/{number}` read, set and remove an account, in the
 * form of the inventory. Tests on another machine set their accounts so.
 * @returns nothing for any other path
 */
export function answerAccountRequest(
  inventory: Inventory,
  request: { readonly method?: string | undefined; readonly url?: string | undefined },
  body: string,
): Answer | undefined {
  const { method, url = '' } = request;
  if (!url.startsWith(ACCOUNTS)) return undefined;
  const number = url.slice(ACCOUNTS.length);
  if (!/^\d{12}$/.test(number)) return jsonAnswer(400, { message: `An account has twelve digits, not ${number}` });
  if (method === 'PUT') {
    const account = accountIn(body);
    if (account === undefined) return jsonAnswer(400, { message: 'An account is a JSON object with "regions"' });
    inventory.accounts[number] = account;
    return jsonAnswer(200, { account: number });
  }
  const account = Object.hasOwn(inventory.accounts, number) ? inventory.accounts[number] : undefined;
  if (account === undefined) return jsonAnswer(404, { message: `The AWS sample has no account ${number}` });
  if (method === 'GET') return jsonAnswer(200, account);
  if (method !== 'DELETE')
    return jsonAnswer(405, { message: `${method} is not allowed here; GET, PUT and DELETE are` });
  delete inventory.accounts[number];
  return jsonAnswer(200, { account: number });
}

function accountIn(body: string): AccountInventory | undefined {
  try {
    const value = JSON.parse(body) as Partial<AccountInventory> | null;
    return typeof value?.regions === 'object' && value.regions !== null ? (value as AccountInventory) : undefined;
  } catch {
    return undefined;
  }
}
