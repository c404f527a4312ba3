// Command lines covered by a rule: its selection matches the command with a specific value.

import { evaluate, valuesOf } from '../sigma-rule.mjs';
import { literalOf, pieces, plain, squeezed, strip } from '../text.mjs';
import { STOCK_PARTS, WEAK_VALUES } from '../weak-values.mjs';
import { f1, ratio, share } from './document-scores.mjs';

const COMMAND_FIELDS =
  /^(?:CommandLine|ParentCommandLine|ScriptBlockText|Payload|HostApplication|ContextInfo|Data|ProcessCommandLine)$/i;
const IMAGE_FIELDS = /^(?:Image|OriginalFileName|NewProcessName|ProcessName|exe|comm|a0)$/i;

/** Command lines of the advisories that have annotated ones; those without any were not annotated for them. */
export const commandLines = {
  pooled: true,
  count(each) {
    if ((each.gold.command_lines ?? []).length === 0) return undefined;
    const usable = each.rules.filter(
      ({ sigma }) =>
        sigma.faults.length === 0 && valuesOf(sigma).some(([field]) => field && COMMAND_FIELDS.test(field)),
    );
    const commands = each.gold.command_lines.filter((command) => !WEAK_VALUES.has(plain(command).trim()));
    const missed = commands.filter((command) => !usable.some(({ sigma }) => covers(sigma, command)));
    const wrong = usable.filter(({ sigma }) => !commands.some((command) => covers(sigma, command)));
    return {
      counts: {
        commands: commands.length,
        covered: commands.length - missed.length,
        rules: usable.length,
        right: usable.length - wrong.length,
      },
      errors: [
        ...missed.map((value) => ({ kind: 'missed', value, at: each.find(value) })),
        ...wrong.map(({ title, evidence }) => ({ kind: 'wrong', value: title, at: placeOf(evidence) })),
      ],
    };
  },
  figures: [
    share('command lines covered by a rule, recall', 'covered', 'commands'),
    share('command-line rules that cover one', 'right', 'rules'),
    {
      name: 'command lines, F1',
      of: ({ covered, commands, right, rules }) => ({
        value: f1(ratio(right, rules), ratio(covered, commands)),
        support: commands,
      }),
    },
  ],
};

function placeOf(evidence) {
  return evidence.find(({ start }) => start !== undefined);
}

/** Whether a rule matches a command by something more specific than its program. */
function covers(sigma, command) {
  const text = plain(command).trim();
  const fit = evaluate(sigma, {
    item: commandItem(text),
    any: anyFit,
    all: allFit,
    negate: ({ ok, touched }) => ({ ok: !(ok && touched), found: [], touched: false }),
  });
  return fit.ok && fit.touched && isSpecific(fit.found, text);
}

const NO_FIT = { ok: false, found: [], touched: false };

function anyFit(fits) {
  const good = fits.filter(({ ok }) => ok);
  // Of several alternatives that match, the most specific besides the program's name counts.
  const said = ({ found }) =>
    found.reduce((sum, part) => sum + (WEAK_VALUES.has(strip(part, '\\/ ')) ? 0 : part.length), 0);
  return good.reduce((best, fit) => {
    if (best === NO_FIT || fit.touched !== best.touched) return best === NO_FIT || fit.touched ? fit : best;
    return said(fit) > said(best) ? fit : best;
  }, NO_FIT);
}

function allFit(fits) {
  if (!fits.every(({ ok }) => ok)) return NO_FIT;
  return {
    ok: true,
    found: [...new Set(fits.flatMap(({ found }) => found))],
    touched: fits.some(({ touched }) => touched),
  };
}

function commandItem(command) {
  const dashes = (text) => text.replaceAll(/(^|\s)[/–—-](?=\w)/g, '$1-');
  const forms = [command, dashes(command)];
  return (field, modifiers, values) => {
    // Other fields of that event are unknown and count as matching.
    if (field !== undefined && !COMMAND_FIELDS.test(field) && !IMAGE_FIELDS.test(field))
      return { ok: true, found: [], touched: false };
    const fits = values.map((value) => {
      if (modifiers.includes('re')) return regexFit(String(value), command);
      const text = plain(String(value));
      if (field !== undefined && IMAGE_FIELDS.test(field)) return imageFit(text, command);
      return textFit(text, {
        command,
        forms,
        dashes,
        modifiers,
        bare: field === undefined || String(value).includes('*'),
      });
    });
    return modifiers.includes('all') ? allFit(fits) : anyFit(fits);
  };
}

function regexFit(source, command) {
  try {
    const found = new RegExp(source.replace(/^\(\?i\)/, ''), 'i').exec(command);
    return found === null ? NO_FIT : { ok: true, found: [found[0]], touched: true };
  } catch {
    return NO_FIT;
  }
}

function imageFit(text, command) {
  const name = literalOf(text).split(/[\\/]/).at(-1) ?? '';
  const short = name.replace(/\.(exe|com|bat|dll)$/, '');
  if (short === '') return NO_FIT;
  const escaped = short.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${escaped}(?:\\.\\w{2,4})?(?![\\w-])`).test(command)
    ? { ok: true, found: [name], touched: true }
    : NO_FIT;
}

function textFit(text, { command, forms, dashes, modifiers, bare }) {
  let parts = pieces(text).filter((part) => part.trim() !== '');
  const windash = modifiers.includes('windash');
  if (windash && !parts.every((part) => command.includes(part))) parts = parts.map(dashes);
  let ok = parts.length > 0 && (windash ? forms : [command]).some((form) => inOrder(parts, form));
  if (ok && modifiers.includes('startswith')) ok = command.startsWith(parts[0]);
  const end = (each) => each.replace(/["' ]+$/, '');
  if (ok && modifiers.includes('endswith')) ok = end(command).endsWith(end(parts.at(-1)));
  const whole = !['contains', 'startswith', 'endswith'].some((each) => modifiers.includes(each));
  if (ok && whole && !bare) ok = strip(squeezed(text), '"\'') === strip(command.replaceAll(/\s+/g, ''), '"\'');
  return ok ? { ok, found: parts, touched: true } : NO_FIT;
}

function inOrder(parts, text) {
  let at = 0;
  for (const part of parts) {
    at = text.indexOf(part, at);
    if (at < 0) return false;
    at += part.length;
  }
  return true;
}

function isSpecific(found, command) {
  const literals = [...new Set(found.map((part) => part.trim()))].filter(
    (part) => part !== '' && !STOCK_PARTS.has(part) && !WEAK_VALUES.has(strip(part, '\\/ ')),
  );
  const length = literals.reduce((sum, part) => sum + part.length, 0);
  return literals.length > 0 && (length >= 6 || length >= 0.6 * command.replaceAll(/\s+/g, '').length);
}
