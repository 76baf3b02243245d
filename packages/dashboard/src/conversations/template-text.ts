import type { Template } from '@replywright/contract/templates.ts'
import { templateParts } from '../templates/template-parts.ts'
import { variablesOf as namesIn, VARIABLE } from '../templates/variables.ts'

export type Fillable = Pick<Template, 'components' | 'parameterFormat'> & Partial<Pick<Template, 'category'>>

/** Values by the names of variables. */
export type VariableValues = Readonly<Record<string, string>>

/** Returns the texts of a template, with the given values filled in. */
export function filledParts({ components }: Fillable, values: VariableValues) {
  const { header, body, footer = '' } = templateParts(components)
  return {
    header: fill(header?.text ?? '', withoutPrefix(values, HEADER_PREFIX)),
    body: fill(body?.text ?? '', values),
    footer,
  }
}

/** Returns the variable names of a template's body, in numeric order (POSITIONAL) or order of appearance (NAMED). */
export function variableNames({ components, parameterFormat, category }: Fillable): readonly string[] {
  if (category === 'AUTHENTICATION') return ['1']
  const unique = namesIn(templateParts(components).body?.text ?? '')
  return parameterFormat === 'NAMED' ? unique : unique.toSorted((a, b) => Number(a) - Number(b))
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
