import { type Template, TemplateInput } from '@replywright/contract/templates.ts'
import * as v from 'valibot'
import { sentence } from '../ui/form-errors.ts'

/** The form values of a template, except its content. */
export interface TemplateValues {
  readonly name: string
  readonly category: string
  readonly language: string
  readonly parameterFormat: string
}

export const NEW_TEMPLATE: TemplateValues = {
  name: '',
  category: 'UTILITY',
  language: 'en_US',
  parameterFormat: 'POSITIONAL',
}

export function templateValues({ name, category, language, parameterFormat }: Template): TemplateValues {
  return { name, category, language, parameterFormat }
}

/** Returns the request body of the form values and components, or the validation errors by field. */
export function templateInput(
  values: TemplateValues,
  components: unknown,
): { readonly input: TemplateInput } | { readonly errors: Record<string, string> } {
  if (components === undefined) return { errors: { components: 'Invalid JSON.' } }
  const { success, output, issues } = v.safeParse(TemplateInput, { ...values, components })
  if (success) return { input: output }
  const errors: Record<string, string> = {}
  for (const issue of issues) errors[v.getDotPath(issue) ?? ''] ??= sentence(issue.message)
  return { errors }
}
