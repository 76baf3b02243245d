import * as v from 'valibot'

const Text = v.fallback(v.optional(v.string()), undefined)
const NamedSamples = v.fallback(
  v.optional(v.array(v.object({ param_name: v.string(), example: v.string() }))),
  undefined,
)
const Strings = v.fallback(v.optional(v.array(v.string())), undefined)

const Component = v.object({
  type: v.pipe(v.string(), v.toUpperCase()),
  format: v.fallback(v.optional(v.pipe(v.string(), v.toUpperCase())), undefined),
  text: Text,
  example: v.fallback(
    v.optional(
      v.object({
        header_text: Strings,
        header_handle: Strings,
        header_text_named_params: NamedSamples,
        body_text: v.fallback(v.optional(v.array(v.array(v.string()))), undefined),
        body_text_named_params: NamedSamples,
      }),
    ),
    undefined,
  ),
  buttons: v.fallback(
    v.optional(
      v.array(
        v.object({
          type: v.pipe(v.string(), v.toUpperCase()),
          text: Text,
          url: Text,
          phone_number: Text,
          example: v.fallback(v.optional(v.union([v.string(), v.array(v.string())])), undefined),
        }),
      ),
    ),
    undefined,
  ),
})
type Component = v.InferOutput<typeof Component>

export type Samples = Readonly<Record<string, string>>

/** A text of a template with the sample values of its variables. */
export interface SampledText {
  readonly text: string
  readonly samples: Samples
}

export interface TemplateButton {
  /** The position, from 1. */
  readonly number: number
  readonly type: string
  readonly text: string
  readonly url: string | undefined
  readonly phoneNumber: string | undefined
  readonly sample: string | undefined
}

/** The known parts of a template's components. Components may be any JSON. */
export interface TemplateParts {
  readonly header: (SampledText & { readonly format: string; readonly handle: string | undefined }) | undefined
  readonly body: SampledText | undefined
  readonly footer: string | undefined
  readonly buttons: readonly TemplateButton[]
  /** The types of other components, such as `CAROUSEL`. */
  readonly others: readonly string[]
}

const KNOWN = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS']

export function templateParts(components: unknown): TemplateParts {
  const list: readonly unknown[] = Array.isArray(components) ? components : []
  const known = list.flatMap((item) => {
    const parsed = v.safeParse(Component, item)
    return parsed.success ? [parsed.output] : []
  })
  const find = (type: string) => known.find((component) => component.type === type)
  const header = find('HEADER')
  const body = find('BODY')
  return {
    header: header && {
      format: header.format ?? 'TEXT',
      text: header.text ?? '',
      samples: samplesOf(header.example?.header_text, header.example?.header_text_named_params),
      handle: header.example?.header_handle?.[0],
    },
    body: body && {
      text: body.text ?? '',
      samples: samplesOf(body.example?.body_text?.[0], body.example?.body_text_named_params),
    },
    footer: find('FOOTER')?.text,
    buttons: buttonsOf(find('BUTTONS')),
    others: known.map(({ type }) => type).filter((type) => !KNOWN.includes(type)),
  }
}

function buttonsOf(component: Component | undefined): readonly TemplateButton[] {
  return (component?.buttons ?? []).map(({ type, text, url, phone_number, example }, index) => ({
    number: index + 1,
    type,
    text: text ?? (type === 'COPY_CODE' ? 'Copy code' : ''),
    url,
    phoneNumber: phone_number,
    sample: typeof example === 'string' ? example : example?.[0],
  }))
}

function samplesOf(
  positional: readonly string[] | undefined,
  named: readonly { readonly param_name: string; readonly example: string }[] | undefined,
): Samples {
  return Object.fromEntries([
    ...(positional ?? []).map((value, index) => [String(index + 1), value]),
    ...(named ?? []).map(({ param_name, example }) => [param_name, example]),
  ])
}
