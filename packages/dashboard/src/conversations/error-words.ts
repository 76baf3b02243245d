import type { Message } from '@replywright/contract/messages.ts'

/** What helps after a failure: another try, a change of the message, a template instead, or nothing that this page can do. */
type Remedy = 'again' | 'edit' | 'template' | 'none'

interface Failure {
  readonly text: string
  readonly remedy: Remedy
}

/** The provider's frequent errors in words, by its code. */
const FAILURE_TEXTS: Readonly<Record<string, string>> = {
  130429: 'The provider’s rate limit is reached. Try again in a minute',
  130472: 'The provider excluded this customer from marketing messages for a test',
  131000: 'The provider had an error',
  131016: 'The provider is unavailable',
  131021: 'A number can’t send messages to itself',
  131026: 'The customer can’t receive the message: the number has no app, an old one, or blocked you',
  131031: 'The provider has locked the account',
  131042: 'The account has a payment problem at the provider',
  131047: 'The customer hasn’t written for 24 hours. Send a template',
  131048: 'The provider limits this number, because customers blocked or reported it',
  131049: 'The customer gets no more marketing messages for now. Try again tomorrow',
  131050: 'The customer has stopped marketing messages',
  131051: 'The provider can’t send messages of this type',
  131052: 'The provider couldn’t download the file',
  131053: 'The provider can’t use the file. Check its address, type and size',
  131056: 'Too many messages to this customer. Try again in a minute',
  132000: 'The values don’t match the variables of the template',
  132001: 'The template isn’t published in this language',
  132005: 'The text is too long with these values',
  132012: 'A value has the wrong format for the template',
  132015: 'The provider has paused the template because of its quality',
  132016: 'The provider has disabled the template because of its quality',
}
const PERMANENT = [130472, 131021, 131026, 131049, 131050, 131051]
const NEEDS_CHANGE = [131053]
const NEEDS_TEMPLATE = [131047, 132000, 132001, 132005, 132012, 132015, 132016]

/** Returns why a message failed, in words, and what helps. */
export function failureOf({ code, message }: NonNullable<Message['error']>): Failure {
  const providerCode = Number(/\((\d+)\)$/.exec(message)?.[1])
  const words = FAILURE_TEXTS[providerCode]
  const text = words === undefined ? message : `${words} (${providerCode})`
  if (PERMANENT.includes(providerCode)) return { text, remedy: 'none' }
  if (NEEDS_CHANGE.includes(providerCode)) return { text, remedy: 'edit' }
  return { text, remedy: code === 'window_closed' || NEEDS_TEMPLATE.includes(providerCode) ? 'template' : 'again' }
}

/** What a person can do about a failed message. */
interface Retry {
  readonly again: boolean
  readonly edit: boolean
  readonly template: boolean
  /** Whether it could be sent again if the service window were open. */
  readonly isClosed: boolean
}

/** Returns what a person can do about a failed message. Only templates can be sent while the service window is not open. */
export function retryOf(
  { error, template }: Pick<Message, 'error' | 'template'>,
  { isOpen, isEditable }: { readonly isOpen: boolean; readonly isEditable: boolean },
): Retry {
  const remedy = error ? failureOf(error).remedy : 'again'
  const mayRepeat = remedy === 'again' || remedy === 'edit'
  const isClosed = mayRepeat && !isOpen && template === null
  return {
    again: remedy === 'again' && !isClosed,
    edit: mayRepeat && !isClosed && isEditable,
    template: remedy === 'template' || isClosed,
    isClosed,
  }
}
