import type { Template } from '@messaging/contract/templates.ts'

export type Fillable = Pick<Template, 'components' | 'parameterFormat'> & Partial<Pick<Template, 'category'>>

/** Values by the names of variables. */
export type VariableValues = Readonly<Record<string, string>>

const VARIABLE = /\{\{\s*([^{}]+?)\s*\}\}/g

/** Returns the text of a template's body, or an empty string. */
function bodyText(components: unknown): string {
  return textOf(components, 'BODY')
}

/** Returns the texts of a template, with the given values filled in. */
export function filledParts({ components }: Fillable, values: VariableValues) {
  return {
    header: fill(textOf(components, 'HEADER'), withoutPrefix(values, HEADER_PREFIX)),
    body: fill(bodyText(components), values),
    footer: textOf(components, 'FOOTER'),
  }
}

/** Returns the variable names of a template's body, in numeric order (POSITIONAL) or order of appearance (NAMED). */
export function variableNames({ components, parameterFormat, category }: Fillable): readonly string[] {
  if (category === 'AUTHENTICATION') return ['1']
  const unique = namesIn(bodyText(components))
  return parameterFormat === 'NAMED' ? unique : unique.toSorted((a, b) => Number(a) - Number(b))
}

/** Returns the unique variable names of a text. */
export function namesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))]
}

/** The keys of a header's values begin with it. */
export const HEADER_PREFIX = 'header '

function withoutPrefix(values: VariableValues, prefix: string): VariableValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [],
    ),
  )
}

/** Returns the variables of a message: a list for a POSITIONAL template, an object for a NAMED one. */
export function variablesOf(template: Fillable, values: VariableValues): string[] | Record<string, string> {
  const names = variableNames(template)
  if (template.parameterFormat !== 'NAMED') return names.map((name) => values[name] ?? '')
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
}

/** Returns the values of a sent message, by variable name. */
export function valuesOfVariables(variables: string[] | Record<string, string>): VariableValues {
  return Array.isArray(variables)
    ? Object.fromEntries(variables.map((value, index) => [String(index + 1), value]))
    : { ...variables }
}

function fill(text: string, values: VariableValues): string {
  return text.replace(VARIABLE, (whole, name: string) => values[name] || whole)
}

function textOf(components: unknown, type: string): string {
  const found: unknown = Array.isArray(components)
    ? components.find((component) => isOfType(component, type))
    : undefined
  return typeof found === 'object' && found !== null && 'text' in found && typeof found.text === 'string'
    ? found.text
    : ''
}

function isOfType(component: unknown, type: string): boolean {
  return (
    typeof component === 'object' &&
    component !== null &&
    'type' in component &&
    typeof component.type === 'string' &&
    component.type.toUpperCase() === type
  )
}
