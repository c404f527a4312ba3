import { readFile } from 'node:fs/promises';
import type { Inventory } from './inventory.js';

const SAMPLE = new URL('../data/sample-account.json', import.meta.url);

/**
 * Reads an inventory from a JSON file.
 *
 * @throws Error that names the file and the fault: missing, not JSON, or not an inventory.
 */
export async function loadInventory(file: string | URL): Promise<Inventory> {
  const text = await readFile(file, 'utf8');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(`${String(file)} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isInventory(parsed)) {
    throw new Error(
      `${String(file)} is not an inventory: it needs "accounts", keyed by twelve digits, each with "regions"`,
    );
  }
  return parsed;
}

/** The sample account that `npm start` scans. */
export function sampleInventory(): Promise<Inventory> {
  return loadInventory(SAMPLE);
}

function isInventory(value: unknown): value is Inventory {
  if (!isObject(value) || !isObject(value['accounts'])) return false;
  return Object.entries(value['accounts']).every(
    ([id, account]) => /^\d{12}$/.test(id) && isObject(account) && isObject(account['regions']),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
