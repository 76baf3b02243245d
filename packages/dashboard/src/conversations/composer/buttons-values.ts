import { ButtonsInput } from '@messaging/contract/messages.ts'
import * as v from 'valibot'

/** A button as the form holds it; `url` counts for links only. */
export interface ButtonValues {
  readonly key: string
  type: string
  text: string
  url: string
}
export interface ButtonsValues {
  body: string
  buttons: ButtonValues[]
}

/** The fields of the form that the API's refusals can be about. */
export const BUTTONS_FIELDS = ['buttons', 'body'] as const

/** The message as the API takes it. */
export function buttonsMessage({ body, buttons }: ButtonsValues) {
  return {
    type: 'buttons',
    text: { body },
    buttons: buttons.map(({ type, text, url }) => ({ type, text, ...(type === 'url' && { url }) })),
  }
}

/** What is wrong with a message of buttons, by the form's fields. */
export function validateButtons(values: ButtonsValues): Record<string, string> {
  const checked = v.safeParse(ButtonsInput, buttonsMessage(values))
  const issues = checked.issues ?? []
  return Object.fromEntries(
    issues.toReversed().map((issue) => {
      const path = v.getDotPath(issue) ?? ''
      return [path === 'text.body' ? 'body' : path, sentence(issue.message)]
    }),
  )
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
}
