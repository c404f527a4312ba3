import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';

type Spec = ReturnType<typeof loadAwsServiceSpecSync>;
interface PropertyType {
  readonly type: string;
  readonly element?: PropertyType;
  readonly allowedValues?: readonly string[];
  readonly types?: readonly PropertyType[];
  readonly reference?: { readonly $ref: string };
}
type Properties = Readonly<Record<string, { readonly type: PropertyType; readonly required?: boolean }>>;

let loaded: Spec | undefined;

/**
 * What of a template's resources is not as the CloudFormation specification has it that AWS publishes (`@aws-cdk/aws-service-spec`): kinds, logical ids,
 * required and known properties, values. For tests; empty where nothing is wrong.
 */
export function templateFaults(template: {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>;
}): readonly string[] {
  loaded ??= loadAwsServiceSpecSync();
  const spec = loaded;
  return Object.entries(template.Resources).flatMap(([id, { Type, Properties: given = {} }]) => {
    const [found] = spec.lookup('resource', 'cloudFormationType', 'equals', Type);
    if (found === undefined) return [`${id}: there is no ${Type}`];
    const named = /^[A-Za-z0-9]{1,255}$/.test(id) ? [] : [`${id} is no logical id`];
    return [...named, ...propertyFaults(spec, given, found.properties as unknown as Properties, id)];
  });
}

function propertyFaults(spec: Spec, given: object, properties: Properties, at: string): readonly string[] {
  return [
    ...Object.entries(properties).flatMap(([name, { required }]) =>
      required === true && !(name in given) ? [`${at}.${name} is missing`] : [],
    ),
    ...Object.entries(given).flatMap(([name, value]) => {
      const known = properties[name];
      return known === undefined ? [`${at}.${name} is unknown`] : valueFaults(spec, value, known.type, `${at}.${name}`);
    }),
  ];
}

function valueFaults(spec: Spec, value: unknown, type: PropertyType, at: string): readonly string[] {
  const wrong = [`${at} is no ${type.type}: ${JSON.stringify(value)?.slice(0, 100)}`];
  const branches = branchesOf(value);
  if (branches !== undefined) return branches.flatMap((branch) => valueFaults(spec, branch, type, at));
  switch (type.type) {
    case 'string':
    case 'boolean':
    case 'integer':
    case 'number':
    case 'json':
      return isPlain(value, type) ? [] : wrong;
    case 'array':
      if (!Array.isArray(value)) return wrong;
      return value.flatMap((item, index) =>
        type.element === undefined ? [] : valueFaults(spec, item, type.element, `${at}[${index}]`),
      );
    case 'ref': {
      const definition = spec.get('typeDefinition', type.reference?.$ref ?? '');
      return propertyFaults(spec, value as object, definition.properties as unknown as Properties, at);
    }
    case 'union':
      return type.types?.some((each) => valueFaults(spec, value, each, at).length === 0) === true ? [] : wrong;
    default:
      return [`${at}: this test cannot check a ${type.type}`];
  }
}

/** The values that a function of CloudFormation gives, as far as the template says them; undefined for what is no function. */
function branchesOf(value: unknown): readonly unknown[] | undefined {
  const [name, ...others] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (others.length > 0) return undefined;
  if (name === 'Ref') return [];
  return name === 'Fn::If' ? (value as { 'Fn::If': readonly unknown[] })['Fn::If'].slice(1) : undefined;
}

/** Whether a value without parts is of its type. */
function isPlain(value: unknown, type: PropertyType): boolean {
  if (type.type === 'string')
    return typeof value === 'string' && (type.allowedValues === undefined || type.allowedValues.includes(value));
  if (type.type === 'json') return typeof value === 'object';
  return typeof value === (type.type === 'boolean' ? 'boolean' : 'number');
}
