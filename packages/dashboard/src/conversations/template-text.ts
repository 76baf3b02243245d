import type { Template } from '@messaging/contract/templates.ts'

type Fillable = Pick<Template, 'components' | 'parameterFormat'>

/** Values by the names of variables. */
export type VariableValues = Readonly<Record<string, string>>

const VARIABLE = /\{\{\s*([^{}]+?)\s*\}\}/g

/** Returns the text of a template's body, or an empty string. */
export function bodyText(components: unknown): string {
  return textOf(components, 'BODY')
}

/** Returns the texts of a template, with the given values filled in. */
export function filledParts({ components }: Fillable, values: VariableValues) {
  return {
    header: textOf(components, 'HEADER'),
    body: fill(bodyText(components), values),
    footer: textOf(components, 'FOOTER'),
  }
}

/** Returns the variable names of a template's body, in numeric order (POSITIONAL) or order of appearance (NAMED). */
export function variableNames({ components, parameterFormat }: Fillable): readonly string[] {
  const names = [...bodyText(components).matchAll(VARIABLE)].map(([, name = '']) => name)
  const unique = [...new Set(names)]
  return parameterFormat === 'NAMED' ? unique : unique.toSorted((a, b) => Number(a) - Number(b))
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
