import * as v from 'valibot'
import type { MessageTemplate } from '../templates.ts'

const upper = v.pipe(v.string(), v.toUpperCase())
const Component = v.object({
  type: upper,
  format: v.optional(upper),
  text: v.optional(v.string(), ''),
  buttons: v.optional(v.array(v.object({ type: upper, url: v.optional(v.string(), '') })), []),
})

export interface ButtonDefinition {
  readonly index: number
  readonly type: string
  readonly needsParameter: boolean
}

/** What a template expects of a message. */
export interface TemplateDefinition {
  readonly isNamed: boolean
  /** The format is `NONE` without a header. */
  readonly header: { readonly format: string; readonly variables: readonly string[] }
  readonly body: { readonly text: string; readonly variables: readonly string[] }
  readonly buttons: readonly ButtonDefinition[]
  /** The number of components. */
  readonly components: number
  /** Has components that are not checked, such as a carousel. */
  readonly isOpaque: boolean
}

const KNOWN = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS']

export function templateDefinition({ category, parameter_format, components }: MessageTemplate): TemplateDefinition {
  const known = components.map((component) => v.parse(Component, component))
  const find = (type: string) => known.find((component) => component.type === type)
  const [header, body, buttons] = [find('HEADER'), find('BODY'), find('BUTTONS')]
  return {
    isNamed: parameter_format === 'NAMED',
    header: { format: header ? (header.format ?? 'TEXT') : 'NONE', variables: variablesOf(header?.text) },
    // The provider writes the text of a template for authentication. Its variable is the code.
    body: { text: body?.text ?? '', variables: category === 'AUTHENTICATION' ? ['1'] : variablesOf(body?.text) },
    buttons: (buttons?.buttons ?? []).map(({ type, url }, index) => ({
      index,
      type,
      needsParameter: ['OTP', 'COPY_CODE'].includes(type) || (type === 'URL' && variablesOf(url).length > 0),
    })),
    components: known.length,
    isOpaque: known.some(({ type }) => !KNOWN.includes(type)),
  }
}

function variablesOf(text = ''): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map(([, name = '']) => name))]
}
