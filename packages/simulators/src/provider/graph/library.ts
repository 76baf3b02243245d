import * as v from 'valibot'
import { LIFETIMES } from '../conformance/creation-rules.ts'
import { checkTemplate, GraphError } from './graph-error.ts'

interface LibraryTemplate {
  readonly body: string
  readonly url?: string
}

/** The simulator's library. The provider's has some hundred templates. */
const LIBRARY: Readonly<Record<string, LibraryTemplate>> = {
  delivery_update_1: { body: 'Hi {{1}}, your order {{2}} is on its way.', url: 'Track it' },
  payment_confirmation_1: { body: 'Hi {{1}}, we received your payment of {{2}}.' },
}

const Button = v.looseObject({
  type: v.pipe(v.string(), v.toUpperCase()),
  url: v.optional(v.object({ base_url: v.string(), url_suffix_example: v.optional(v.string()) })),
})
const Chosen = v.looseObject({
  library_template_name: v.string(),
  library_template_body_inputs: v.optional(v.record(v.string(), v.unknown())),
  library_template_button_inputs: v.optional(v.array(Button), []),
  components: v.optional(v.unknown()),
})

/** Returns a submitted template with the texts of the library, if it names one of its templates. @throws GraphError for a wrong one */
export function fromLibrary(submitted: unknown): unknown {
  if (!Object.hasOwn(Object(submitted), 'library_template_name')) return submitted
  const { library_template_name: name, ...chosen } = checkTemplate(Chosen, submitted)
  const { library_template_button_inputs: inputs, library_template_body_inputs: _, components, ...content } = chosen
  const found = Object.hasOwn(LIBRARY, name) ? LIBRARY[name] : undefined
  if (!found) throw new GraphError({ code: 100, details: `The library has no template ${name}.` })
  if (components !== undefined)
    throw new GraphError({ code: 100, details: 'A template of the library has no components of its own.' })
  return { ...content, components: [{ type: 'BODY', text: found.body }, ...buttonsOf(found, inputs)] }
}

function buttonsOf({ url: text }: LibraryTemplate, inputs: readonly v.InferOutput<typeof Button>[]): object[] {
  if (text === undefined) return []
  const url = inputs.find(({ type }) => type === 'URL')?.url?.base_url
  if (url === undefined) throw new GraphError({ code: 100, details: 'The button of the type URL needs its base_url.' })
  return [{ type: 'BUTTONS', buttons: [{ type: 'URL', text, url }] }]
}

/** @throws GraphError for a lifetime that a template of the category cannot have */
export function requireLifetime(category: string, seconds: number | undefined): void {
  const [least, most] = LIFETIMES[category] ?? [0, Number.POSITIVE_INFINITY]
  if (seconds === undefined || (seconds >= least && seconds <= most)) return
  throw new GraphError({ code: 100, details: `message_send_ttl_seconds must be between ${least} and ${most}.` })
}
