import * as v from 'valibot'

const upper = v.pipe(v.string(), v.toUpperCase())
const text = v.fallback(v.optional(v.string(), ''), '')

const Button = v.object({ type: upper, text, url: text })
export type TemplateButton = v.InferOutput<typeof Button>

const Component = v.object({
  type: upper,
  format: v.fallback(v.optional(upper, 'TEXT'), 'TEXT'),
  text,
  code_expiration_minutes: v.fallback(v.optional(v.number()), undefined),
  buttons: v.fallback(v.optional(v.array(Button), []), []),
})

/** What a template shows, and the parameters that it needs. */
export interface TemplateDefinition {
  readonly isNamed: boolean
  /** The provider writes the text and the button of a template for authentication. Its only variable is the code. */
  readonly isForCodes: boolean
  readonly isMarketing: boolean
  readonly header: { readonly format: string; readonly text: string } | undefined
  readonly body: string
  readonly footer: string
  readonly buttons: readonly TemplateButton[]
  /** Whether it has components that only the provider checks, such as a carousel. */
  readonly isPartlyKnown: boolean
}

const KNOWN = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS']

/** Reads a template of the provider, or a draft. Components can be any JSON; those of an unexpected shape are ignored. */
export function readTemplateDefinition({
  category,
  parameter_format,
  components,
}: {
  readonly category: string
  readonly parameter_format: string
  readonly components: unknown
}): TemplateDefinition {
  const list: readonly unknown[] = Array.isArray(components) ? components : []
  const parsed = list.map((component) => v.safeParse(Component, component))
  const known = parsed.flatMap(({ success, output }) => (success ? [output] : []))
  const find = (type: string) => known.find((component) => component.type === type)
  const [header, footer] = [find('HEADER'), find('FOOTER')]
  const minutes = footer?.code_expiration_minutes
  return {
    isNamed: parameter_format === 'NAMED',
    isForCodes: category === 'AUTHENTICATION',
    isMarketing: category === 'MARKETING',
    header: header && { format: header.format, text: header.text },
    body: find('BODY')?.text ?? '',
    footer: footer?.text || (minutes === undefined ? '' : `This code expires in ${minutes} minutes.`),
    buttons: find('BUTTONS')?.buttons ?? [],
    isPartlyKnown: parsed.some(({ success }) => !success) || known.some(({ type }) => !KNOWN.includes(type)),
  }
}

const VARIABLE = /\{\{([^{}]+)\}\}/g

/** Returns the unique names of a text's variables, such as `1` or `order`, in ascending or written order. */
export function variablesOf(template: string): string[] {
  const names = [...template.matchAll(VARIABLE)].map(([, name = '']) => name.trim())
  return [...new Set(names)].toSorted((a, b) => Number(a) - Number(b) || 0)
}

/** Returns a text with the values of its variables. */
export function fill(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(VARIABLE, (variable, name: string) => values.get(name.trim()) ?? variable)
}
