import type { TemplateItem } from './template-entity.ts'

/** Values of the variables of a template's body, by position or by name. */
export type Variables = readonly string[] | Readonly<Record<string, string>>

/** Returns why the provider would reject a template with these variables, or undefined. @param known of its body */
export function variablesProblem(
  parameterFormat: TemplateItem['parameterFormat'],
  known: readonly string[],
  variables: Variables,
): string | undefined {
  const sent = Object.keys(variables)
  const isPositional = parameterFormat === 'POSITIONAL'
  if (sent.length > 0 && isPositional !== Array.isArray(variables))
    return `must be an ${isPositional ? 'array' : 'object'}: the template is ${parameterFormat}`
  const missing = isPositional ? known.slice(sent.length) : known.filter((name) => !sent.includes(name))
  if (missing.length > 0) return `lacks ${missing.map((name) => `{{${name}}}`).join(', ')} of the template`
  const surplus = isPositional ? sent.slice(known.length) : sent.filter((name) => !known.includes(name))
  if (surplus.length === 0) return undefined
  const has = known.length === 0 ? 'no variables' : `only ${known.map((name) => `{{${name}}}`).join(', ')}`
  return `has more values than the template, which has ${has}`
}
