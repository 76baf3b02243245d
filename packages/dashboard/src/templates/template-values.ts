import { parseJson } from '@replywright/contract/json.ts'
import { lifetimeProblem } from '@replywright/contract/message-lifetime.ts'
import { type Template, TemplateInput } from '@replywright/contract/templates.ts'
import * as v from 'valibot'
import { sentence } from '../ui/form-errors.ts'

/** The form values of a template, except its content. */
export interface TemplateValues {
  readonly name: string
  readonly category: string
  readonly language: string
  readonly parameterFormat: string
  /** Seconds; empty for the provider's default. */
  readonly lifetime: string
  /** The name in the provider's library; empty if the template has its own content. */
  readonly libraryName: string
  /** `bodyInputs` and `buttonInputs` of the library as JSON, or empty. */
  readonly libraryInputs: string
}

export const NEW_TEMPLATE: TemplateValues = {
  name: '',
  category: 'UTILITY',
  language: 'en_US',
  parameterFormat: 'POSITIONAL',
  lifetime: '',
  libraryName: '',
  libraryInputs: '',
}

export function templateValues(template: Template): TemplateValues {
  const { name, category, language, parameterFormat, messageSendTtlSeconds, libraryTemplate } = template
  const { name: libraryName = '', ...inputs } = libraryTemplate ?? {}
  return {
    name,
    category,
    language,
    parameterFormat,
    lifetime: messageSendTtlSeconds === undefined ? '' : String(messageSendTtlSeconds),
    libraryName,
    libraryInputs: Object.keys(inputs).length > 0 ? JSON.stringify(inputs, undefined, 2) : '',
  }
}

/** The fields of the request whose errors are shown at a form field of another name. */
const FIELDS: Readonly<Record<string, string>> = {
  messageSendTtlSeconds: 'lifetime',
  'libraryTemplate.name': 'libraryName',
}

/** Returns the form field that shows an error of a field of the request. */
export function formField(path: string): string {
  return FIELDS[path] ?? (path.startsWith('libraryTemplate') ? 'libraryInputs' : path)
}

/** Returns the request body of the form values and components, or the validation errors by field. */
export function templateInput(
  { lifetime, libraryName, libraryInputs, ...values }: TemplateValues,
  components: unknown,
): { readonly input: TemplateInput } | { readonly errors: Record<string, string> } {
  if (components === undefined) return { errors: { components: 'Invalid JSON.' } }
  const inputs = libraryName.trim() === '' || libraryInputs.trim() === '' ? { value: {} } : parseJson(libraryInputs)
  if (!inputs || typeof inputs.value !== 'object' || inputs.value === null || Array.isArray(inputs.value))
    return { errors: { libraryInputs: 'Invalid JSON.' } }
  const { success, output, issues } = v.safeParse(TemplateInput, {
    ...values,
    components,
    messageSendTtlSeconds: lifetime.trim() === '' ? null : Number(lifetime),
    libraryTemplate: libraryName.trim() === '' ? null : { ...inputs.value, name: libraryName.trim() },
  })
  if (!success) {
    const errors: Record<string, string> = {}
    for (const issue of issues) errors[formField(v.getDotPath(issue) ?? '')] ??= sentence(issue.message)
    return { errors }
  }
  const problem = lifetimeProblem(output.category, output.messageSendTtlSeconds)
  return problem ? { errors: { lifetime: sentence(problem) } } : { input: output }
}
