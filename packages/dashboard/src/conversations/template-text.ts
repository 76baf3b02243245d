import type { Template } from '@messaging/contract/templates.ts'

type Fillable = Pick<Template, 'components' | 'parameterFormat'>

/** Values by the names of variables. */
export type VariableValues = Readonly<Record<string, string>>

const VARIABLE = /\{\{\s*([^{}]+?)\s*\}\}/g

/** The text of a template's body; empty when there is none. */
export function bodyText(components: unknown): string {
  return textOf(components, 'BODY')
}

/** What a template shows, part by part, with its variables filled as far as there are values. */
export function filledParts({ components }: Fillable, values: VariableValues) {
  return {
    header: textOf(components, 'HEADER'),
    body: fill(bodyText(components), values),
    footer: textOf(components, 'FOOTER'),
  }
}

/** The names of the variables of a template's body: in their order of counting, or of appearing. */
export function variableNames({ components, parameterFormat }: Fillable): readonly string[] {
  const names = [...bodyText(components).matchAll(VARIABLE)].map(([, name = '']) => name)
  const unique = [...new Set(names)]
  return parameterFormat === 'NAMED' ? unique : unique.toSorted((a, b) => Number(a) - Number(b))
}

/** The values as a message carries them: a list for a POSITIONAL template, by name for a NAMED one. */
export function variablesOf(template: Fillable, values: VariableValues): string[] | Record<string, string> {
  const names = variableNames(template)
  if (template.parameterFormat !== 'NAMED') return names.map((name) => values[name] ?? '')
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
}

/** The values that a message was sent with, by the names of variables. */
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
