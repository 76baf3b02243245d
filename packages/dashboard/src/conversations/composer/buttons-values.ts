import { InteractiveInput } from '@replywright/contract/message-objects.ts'
import { ButtonsInput, type MessageInput, quickReplyId } from '@replywright/contract/messages.ts'
import * as v from 'valibot'
import { sentence } from '../../ui/form-errors.ts'
import { HeaderValues, headerField, headerInput } from './header-values.ts'

/** The form values of a button. `url` applies to links only. */
const ButtonValues = v.object({ key: v.string(), type: v.string(), text: v.string(), url: v.string() })
export type ButtonValues = v.InferOutput<typeof ButtonValues>

export const ButtonsValues = v.object({ header: HeaderValues, body: v.string(), buttons: v.array(ButtonValues) })
export type ButtonsValues = v.InferOutput<typeof ButtonsValues>

/** The form fields for which the API can return errors. */
export const BUTTONS_FIELDS = ['buttons', 'body'] as const

function plainMessage({ body, buttons }: ButtonsValues) {
  return {
    type: 'buttons',
    text: { body },
    buttons: buttons.map(({ type, text, url }) => ({ type, text, ...(type === 'url' && { url }) })),
  }
}

/** Returns the message of the provider's interactive object, which can have a header. */
function messageWithHeader(values: ButtonsValues, header: object) {
  const { text, buttons } = v.parse(ButtonsInput, plainMessage(values))
  const [first] = buttons
  const link = first?.type === 'url' && { display_text: first.text, url: first.url }
  const replies = buttons.map((button) => ({ type: 'reply', reply: { id: quickReplyId(button), title: button.text } }))
  const interactive = link
    ? { type: 'cta_url', header, body: { text: text.body }, action: { name: 'cta_url', parameters: link } }
    : { type: 'button', header, body: { text: text.body }, action: { buttons: replies } }
  return { type: 'interactive', interactive }
}

/** Returns the message to send. @throws ValiError for values with errors */
export function buttonsMessage(values: ButtonsValues): MessageInput {
  const header = headerInput(values.header)
  if (!header) return v.parse(ButtonsInput, plainMessage(values))
  return v.parse(InteractiveInput, messageWithHeader(values, header))
}

/** The words of the form for a rule of the API. */
const MIXED = 'Must be up to three quick replies, or a single link.'

/** Returns the validation errors of a buttons message, by form field. */
export function validateButtons(values: ButtonsValues): Record<string, string> {
  const { issues } = v.safeParse(ButtonsInput, plainMessage(values))
  const { buttons, ...fields } = errorsOf(issues, (path) => (path === 'text.body' ? 'body' : path))
  const isMixed = values.buttons.length > 1 && values.buttons.some(({ type }) => type === 'url')
  // Empty buttons are alike, and each says that it is empty.
  const isEmpty = values.buttons.some(({ text }) => text.trim() === '')
  const errors = { ...fields, ...(isMixed ? { buttons: MIXED } : buttons && !isEmpty && { buttons }) }
  const header = headerInput(values.header)
  if (!header) return errors
  // The errors of a header are shown with those of the buttons.
  const rest = issues ? { ...values, body: 'A', buttons: [COMPLETE] } : values
  const checked = v.safeParse(InteractiveInput, messageWithHeader(rest, header))
  return { ...errorsOf(checked.issues, fieldOf), ...errors }
}

const COMPLETE: ButtonValues = { key: '', type: 'quick_reply', text: 'A', url: '' }

function fieldOf(path: string): string {
  return path.includes('.header.') ? headerField(path) : 'buttons'
}

/** Returns the first message of each field. `fieldOf` returns the field of a path. */
export function errorsOf(
  issues: readonly v.BaseIssue<unknown>[] | undefined,
  fieldOf: (path: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    (issues ?? []).toReversed().map((issue) => [fieldOf(v.getDotPath(issue) ?? ''), sentence(issue.message)]),
  )
}
