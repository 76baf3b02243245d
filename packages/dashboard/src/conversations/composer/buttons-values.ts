import { ButtonsInput } from '@replywright/contract/messages.ts'
import * as v from 'valibot'
import { sentence } from '../../ui/form-errors.ts'

/** The form values of a button. `url` applies to links only. */
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

/** The form fields for which the API can return errors. */
export const BUTTONS_FIELDS = ['buttons', 'body'] as const

export function buttonsMessage({ body, buttons }: ButtonsValues) {
  return {
    type: 'buttons',
    text: { body },
    buttons: buttons.map(({ type, text, url }) => ({ type, text, ...(type === 'url' && { url }) })),
  }
}

/** Returns the validation errors of a buttons message, by form field. */
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
