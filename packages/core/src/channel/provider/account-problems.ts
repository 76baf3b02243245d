import type { EpochMs } from '@replywright/contract/time.ts'
import type { RaisedProblem } from '../numbers/health.ts'
import type { NumberProblem } from '../port.ts'

export const APPEAL = 'See the account’s quality page at the provider, and appeal there.'
export const RECONNECT = 'Connect the account again with a link session.'

/** Builds a problem that restricts nothing. `until` is when it is no longer shown. */
export function warned(code: string, text: string, until?: EpochMs): RaisedProblem {
  return { code, text, state: 'warned', until }
}

/** What the errors of a number or its account mean, by the names that `PROBLEMS` has. */
const MEANINGS = {
  payment: {
    text: 'The business account cannot be charged, and the provider does not deliver its messages. Add or correct the payment method at the provider.',
    state: 'restricted',
  },
  token: {
    text: `The provider does not accept the access token of the account: nothing can be sent. ${RECONNECT}`,
    state: 'blocked',
  },
  permission: {
    text: `The provider does not permit this service to send for the account. Give the access token the permission to send messages, or connect the account again with a link session.`,
    state: 'restricted',
  },
  policy: {
    text: `The provider has locked the account because of its policies: nothing can be sent. ${APPEAL}`,
    state: 'blocked',
  },
  registration: {
    text: `The number is not registered at the provider: nothing can be sent. ${RECONNECT}`,
    state: 'blocked',
  },
  'display name': {
    text: 'The provider has not approved the name of the number, and refuses its messages. Choose another name at the provider.',
    state: 'restricted',
  },
  spam: {
    text: 'The provider limits the messages of the number, because customers blocked or reported it. Send fewer and more relevant templates.',
    state: 'restricted',
  },
  category: {
    text: 'The provider limits the messages of the account, because templates had a wrong category. Correct the category of the templates at the provider.',
    state: 'restricted',
  },
} as const satisfies Record<string, Pick<NumberProblem, 'text' | 'state'>>

type Topic = keyof typeof MEANINGS

/** The topics of the problems that errors show. */
export const ERROR_TOPICS: readonly string[] = Object.keys(MEANINGS)

const PROBLEMS: Readonly<Record<number, Topic>> = {
  0: 'token',
  3: 'permission',
  10: 'permission',
  190: 'token',
  368: 'policy',
  131005: 'permission',
  131031: 'policy',
  131037: 'display name',
  131042: 'payment',
  131044: 'payment',
  131045: 'registration',
  131048: 'spam',
  131064: 'category',
  133010: 'registration',
}

/** The subcode of an object that does not exist for the token. */
const UNKNOWN_OBJECT = 33

/** Returns what an error of the provider tells about the number or its account, or undefined if it is about the message alone. */
export function problemOf(code: number, subcode = 0): NumberProblem | undefined {
  const isPermission = code >= 200 && code < 300
  // The number does not exist for the token.
  const isUnknown = code === 100 && subcode === UNKNOWN_OBJECT
  const topic = isUnknown
    ? 'registration'
    : isPermission
      ? 'permission'
      : Object.hasOwn(PROBLEMS, code)
        ? PROBLEMS[code]
        : undefined
  return topic && { topic, code: String(code), ...MEANINGS[topic] }
}
