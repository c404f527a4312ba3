import { readFileSync } from 'node:fs';
import type Joi from 'joi';
import { redact } from './log.js';
import { describeSettings, type SettingDescription } from './settings/describe-settings.js';
import { misspeltSettings } from './settings/misspelt-settings.js';

/** All faults of the environment together, so that an operator can repair them in one go. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the settings of a schema from an environment and validates them together. An empty string counts as unset, and a secret `NAME` may
 * be given as `NAME_FILE` (the file's content without one trailing line break). Incomplete groups are refused by the schema's own
 * `.and(…)`. Other variables are ignored, unless their name is nearly that of a setting.
 * @throws ConfigError with every fault; its message never contains the value of a secret
 */
export function loadConfig<T extends object>(schema: Joi.ObjectSchema<T>, env: NodeJS.ProcessEnv): T {
  const settings = new Map(describeSettings(schema).map((setting) => [setting.name, setting]));
  const faults = new Map<string, string>();
  const given: Record<string, string> = {};
  for (const { name, secret } of settings.values()) {
    try {
      const value = secret ? readSecret(name, env) : env[name];
      if (value) given[name] = value;
    } catch (error) {
      faults.set(name, (error as Error).message);
    }
  }
  const { error, value } = schema.validate(given, { abortEarly: false, errors: { wrap: { label: false } } });
  for (const detail of error?.details ?? []) {
    const name = detail.path.join('.');
    // For one setting the first fault is enough; a fault of several settings together has no name.
    if (name === '') faults.set(detail.message, detail.message);
    else if (!faults.has(name)) faults.set(name, faultOf(detail, settings.get(name)));
  }
  const all = [...faults.values(), ...misspeltSettings([...settings.keys()], env)];
  if (all.length > 0) throw new ConfigError(all);
  return value as T;
}

/** A text without the end of its last line, which editors add. */
function withoutLineEnd(text: string): string {
  if (!text.endsWith('\n')) return text;
  return text.slice(0, text.endsWith('\r\n') ? -2 : -1);
}

/** A secret's value, from the variable itself or the file another names; undefined when neither is set. @throws Error that says what is wrong */
function readSecret(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name];
  if (env[name]) throw new Error(`${name} and ${name}_FILE are both set: keep one`);
  try {
    return withoutLineEnd(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(
      `${name}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`,
    );
  }
}

/** Joi's own messages for a fault. A message that a schema sets itself says more, and is kept. */
const GENERAL = /^(any\.(required|only|invalid)|number\.|boolean\.|string\.(?!forbidden))/;
const LONGEST_VALUE = 80;

function faultOf(detail: Joi.ValidationErrorItem, setting: SettingDescription | undefined): string {
  if (setting === undefined || !GENERAL.test(detail.type) || !isJoisOwn(detail)) return detail.message;
  const { description, expects, name, secret } = setting;
  const about = description === '' ? '' : ` ${description}`;
  if (detail.type === 'any.required') return `${name} is required. It takes ${expects}.${about}`;
  const shown = secret
    ? 'has a value that it does not take'
    : `is ${redact(JSON.stringify(detail.context?.value)).slice(0, LONGEST_VALUE)}`;
  return `${name} ${shown}. It takes ${expects}.${about}`;
}

/** Whether the message is Joi's own for this fault, not a setting's. */
const isJoisOwn = ({ message, type }: Joi.ValidationErrorItem): boolean =>
  type !== 'any.required' || message.endsWith(' is required');
