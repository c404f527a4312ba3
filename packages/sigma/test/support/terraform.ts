import { faultsOf, KIBANA_RESOURCE, SAVED_SEARCH_RESOURCE, SENTINEL_RESOURCE } from './product-shapes.js';

const SHAPES = {
  splunk_saved_searches: SAVED_SEARCH_RESOURCE,
  azurerm_sentinel_alert_rule_scheduled: SENTINEL_RESOURCE,
  elasticstack_kibana_security_detection_rule: KIBANA_RESOURCE,
};

/** A configuration as Terraform evaluates it: its resources, whose texts are what their templates give, and what is wrong with it. */
export function readTerraform(text: string): { readonly faults: readonly string[]; readonly rules: readonly Rule[] } {
  const { terraform, variable = {}, resource, ...others } = JSON.parse(text);
  const faults = Object.keys(others).map((name) => `${name} is no block of ours`);
  if (Object.keys(terraform.required_providers).length !== 1) faults.push('it needs no provider, or several');
  const rules = Object.entries(resource as Readonly<Record<string, Readonly<Record<string, object>>>>).flatMap(
    ([type, labelled]) =>
      Object.entries(labelled).map(([label, body]) => {
        if (!/^[a-z_][a-z0-9_-]*$/.test(label)) faults.push(`${label} is no label`);
        const rule = evaluated(body, variable) as Rule;
        const shape = SHAPES[type as keyof typeof SHAPES];
        faults.push(...(shape === undefined ? [`${type} is no resource of ours`] : faultsOf(rule, shape)));
        return rule;
      }),
  );
  return { faults, rules };
}

type Rule = Readonly<Record<string, unknown>>;

/** The value that texts with templates give: a quoted text as it stands, a variable by its name. Any other expression is an error. */
function evaluated(value: unknown, variables: Rule): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{("(?:[^"\\]|\\.)*"|var\.(\w+))\}|[$%]\{/g, (found, expression, name) => {
      if (expression === undefined) throw new Error(`Terraform would evaluate ${found} in ${value}`);
      if (name === undefined) return JSON.parse(expression);
      if (!(name in variables)) throw new Error(`there is no variable ${name}`);
      return `the value of ${name}`;
    });
  }
  if (Array.isArray(value)) return value.map((member) => evaluated(member, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, evaluated(member, variables)]));
}
