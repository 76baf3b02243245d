import * as v from 'valibot'

const Spoken = v.object({
  type: v.optional(v.string(), 'text'),
  text: v.optional(v.object({ body: v.string() })),
  interactive: v.optional(
    v.looseObject({
      body: v.optional(v.object({ text: v.string() })),
      button_reply: v.optional(v.object({ title: v.string() })),
      list_reply: v.optional(v.object({ title: v.string() })),
    }),
  ),
  button: v.optional(v.object({ text: v.string() })),
  template: v.optional(
    v.object({
      name: v.string(),
      components: v.optional(
        v.array(v.object({ parameters: v.optional(v.array(v.object({ text: v.optional(v.string()) })), []) })),
        [],
      ),
    }),
  ),
  reaction: v.optional(v.object({ emoji: v.optional(v.string(), '') })),
  location: v.optional(v.object({ name: v.optional(v.string()), latitude: v.unknown(), longitude: v.unknown() })),
})

const Captioned = v.object({ caption: v.string() })

/** Returns the readable text of a message in either direction; `[type]` for a message without text. A template has its name and parameters. */
export function readableText(message: object): string {
  const { output, success } = v.safeParse(Spoken, message)
  if (!success) return ''
  const { type, text, interactive, button, template, reaction, location } = output
  const words =
    text?.body ??
    interactive?.body?.text ??
    interactive?.button_reply?.title ??
    interactive?.list_reply?.title ??
    button?.text ??
    reaction?.emoji ??
    captionOf(message)
  if (words !== undefined) return words
  if (template) {
    const texts = template.components.flatMap(({ parameters }) => parameters.flatMap(({ text }) => text ?? []))
    return [`[template ${template.name}]`, ...new Set(texts)].join(' ')
  }
  if (location) return location.name ?? `${location.latitude}, ${location.longitude}`
  return `[${type}]`
}

function captionOf(message: object): string | undefined {
  const captioned = Object.values(message).find((part) => v.is(Captioned, part))
  return v.is(Captioned, captioned) ? captioned.caption : undefined
}
