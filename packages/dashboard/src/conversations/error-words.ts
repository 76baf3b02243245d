import type { Message } from '@messaging/contract/messages.ts'

/** What helps after a failure: another try, a template instead, or nothing that this page can do. */
type Remedy = 'again' | 'template' | 'none'

interface Failure {
  readonly text: string
  readonly remedy: Remedy
}

/** The provider's frequent errors in words, by its code. */
const FAILURE_TEXTS: Readonly<Record<string, readonly [text: string, remedy: Remedy]>> = {
  130429: ['The provider’s rate limit is reached. Try again in a minute', 'again'],
  130472: ['The provider excluded this customer from marketing messages for a test', 'none'],
  131000: ['The provider had an error', 'again'],
  131016: ['The provider is unavailable', 'again'],
  131021: ['A number can’t send messages to itself', 'none'],
  131026: ['The customer can’t receive the message: the number has no app, an old one, or blocked you', 'none'],
  131031: ['The provider has locked the account', 'again'],
  131042: ['The account has a payment problem at the provider', 'again'],
  131047: ['The customer hasn’t written for 24 hours. Send a template', 'template'],
  131048: ['The provider limits this number, because customers blocked or reported it', 'again'],
  131049: ['The customer gets no more marketing messages for now. Try again tomorrow', 'none'],
  131050: ['The customer has stopped marketing messages', 'none'],
  131051: ['The provider can’t send messages of this type', 'none'],
  131052: ['The provider couldn’t download the file', 'again'],
  131053: ['The provider can’t use the file. Check its type and size', 'none'],
  131056: ['Too many messages to this customer. Try again in a minute', 'again'],
  132000: ['The values don’t match the variables of the template', 'template'],
  132001: ['The template isn’t published in this language', 'template'],
  132005: ['The text is too long with these values', 'template'],
  132012: ['A value has the wrong format for the template', 'template'],
  132015: ['The provider has paused the template because of its quality', 'template'],
  132016: ['The provider has disabled the template because of its quality', 'template'],
}

/** Returns why a message failed, in words, and what helps. */
export function failureOf({ code, message }: NonNullable<Message['error']>): Failure {
  const [, providerCode = ''] = /\((\d+)\)$/.exec(message) ?? []
  const [text, remedy] = FAILURE_TEXTS[providerCode] ?? [message, code === 'window_closed' ? 'template' : 'again']
  return { text: FAILURE_TEXTS[providerCode] ? `${text} (${providerCode})` : text, remedy }
}
