import { InteractiveInput } from '@replywright/contract/message-objects.ts'
import * as v from 'valibot'

/** A text with one button of the provider. */
interface RequestKind {
  readonly title: string
  readonly hint: string
  /** What the text says if it is missing. */
  readonly missing: string
  readonly type: string
  readonly parameters?: Readonly<Record<string, string>>
}

const KINDS = {
  number: {
    title: 'Ask for the phone number',
    hint: 'The customer shares the number with a button below the text.',
    missing: 'Write what you need the number for.',
    type: 'request_contact_info',
  },
  call: {
    title: 'Offer a call',
    hint: 'The customer calls you with a button below the text. Calls must be enabled for the number at the provider.',
    missing: 'Write what the call is about.',
    type: 'voice_call',
  },
  catalog: {
    title: 'Show the catalogue',
    hint: 'A button below the text opens the catalogue that is connected to the number at the provider.',
    missing: 'Write what the customer finds in the catalogue.',
    type: 'catalog_message',
  },
  address: {
    title: 'Ask for the address',
    hint: 'The customer fills a form with the postal address. The provider has it in India only.',
    missing: 'Write what you need the address for.',
    type: 'address_message',
    parameters: { country: 'IN' },
  },
} as const satisfies Record<string, RequestKind>

export type RequestName = keyof typeof KINDS

export const REQUEST_NAMES = ['number', 'call', 'catalog', 'address'] as const satisfies readonly RequestName[]

/** Returns the words of a kind. */
export function requestKind(name: RequestName): RequestKind {
  return KINDS[name]
}

/** Returns the kinds that a customer can get. `phoneNumber` as conversations show it, `''` if the customer hides it. */
export function requestsFor(phoneNumber: string): readonly RequestName[] {
  const isHidden = phoneNumber === ''
  const isIndian = phoneNumber.replace('+', '').startsWith('91')
  return REQUEST_NAMES.filter((name) => {
    if (name === 'number') return isHidden
    return name !== 'address' || isIndian
  })
}

/** Returns the message of a kind with a text. */
export function requestInput(name: RequestName, text: string): v.InferOutput<typeof InteractiveInput> {
  const { type, parameters } = requestKind(name)
  const action = { name: type, ...(parameters && { parameters }) }
  return v.parse(InteractiveInput, { type: 'interactive', interactive: { type, body: { text: text.trim() }, action } })
}
