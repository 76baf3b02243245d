import type { Message, MessageInput } from '@messaging/contract/messages.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import type { OutboundContent } from '../../channel/port.ts'
import { publishedLanguages } from '../../channel/templates/list-links.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { type Author, authorOf } from '../author.ts'
import { getConversation } from '../get-conversation.ts'
import { type Chat, dispatchMessage } from './dispatch-message.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'
import { messageView } from './message-view.ts'
import { outboundContent } from './outbound-content.ts'
import { prepareContent } from './prepare-content.ts'

/** `POST /conversations/{id}/messages/`: sends a message once per `messageId`. 404 for an unknown conversation. */
export async function sendMessage(
  caller: Caller,
  { conversationId, messageId, input }: { conversationId: string; messageId: string; input: MessageInput },
  clock: Clock,
): Promise<Message> {
  const chat = await getConversation(caller.organizationId, conversationId)
  return messageView(await sendInput(chat, { id: messageId, author: authorOf(caller), input }, clock))
}

interface SentInput {
  /** Sorts by time. */
  readonly id: string
  readonly author: Author
  readonly input: MessageInput
  /** Path of `input` in the request, with a dot at its end. @default none */
  readonly path?: string
}

/** Sends a message in the name of a person, not of the agent. @throws ServiceError as `contentOfInput`, `dispatchMessage` */
export async function sendInput(
  chat: Chat,
  { id, author, input, path = '' }: SentInput,
  clock: Clock,
): Promise<MessageItem> {
  const content = { ...(await contentOfInput(chat.number, input, clock(), path)), ...(await referencesOf(chat, input)) }
  return await dispatchMessage(chat, { id, role: 'human', author, content }, clock)
}

/**
 * Returns the content that a body requests, as it can be sent from a number. @param path as in `SentInput`
 * @throws ServiceError 400 as `templateLanguage`, `prepareContent`
 */
export async function contentOfInput(
  number: NumberItem,
  input: MessageInput,
  now: number,
  path = '',
): Promise<OutboundContent> {
  if (input.type !== 'template') return outboundContent(input, '')
  const content = outboundContent(input, await templateLanguage(number, input.template, path))
  return await prepareContent(number, content, now, (field) => `${path}${field}`)
}

/** Returns the parts of the content that refer to other messages of the conversation. */
async function referencesOf(chat: Chat, input: MessageInput): Promise<Pick<OutboundContent, 'detail' | 'replyTo'>> {
  if (input.type === 'reaction') {
    const { messageId, emoji } = input.reaction
    return { detail: { messageWaId: (await findReference(chat, 'reaction.messageId', messageId)).waId, emoji } }
  }
  return input.replyTo === undefined ? {} : { replyTo: await findReference(chat, 'replyTo', input.replyTo) }
}

/**
 * Returns the ids of a message that another one refers to.
 * @throws ServiceError 400 if the conversation lacks the message, or the channel has not confirmed it
 */
export async function findReference({ conversation, number }: Chat, path: string, id: string) {
  const { organizationId, id: conversationId } = conversation
  const { data } = await MessageEntity.get({ organizationId, conversationId, id }).go({ consistent: true })
  if (!data || (data.waId === '' && !number.sandbox))
    throw invalidField(path, 'no such message in the conversation, or the messaging provider has not confirmed it')
  return { messageId: id, waId: data.waId }
}

/** The language of a template that the service does not know. */
const DEFAULT_LANGUAGE = 'en_US'

type Template = Extract<MessageInput, { readonly type: 'template' }>['template']

/**
 * Returns the language in which a template is sent from a number: the requested one, or that of the template.
 * @param path of the message in the request
 * @throws ServiceError 400 for a template in several languages without a choice
 */
async function templateLanguage(
  { organizationId, accountId }: Pick<NumberItem, 'organizationId' | 'accountId'>,
  { name, language }: Template,
  path: string,
): Promise<string> {
  if (language !== undefined) return language
  const published = accountId ? await publishedLanguages(organizationId, accountId, name) : []
  const languages = published.join(', ')
  if (published.length > 1)
    throw invalidField(`${path}template.language`, `is required: the template is published in ${languages}`)
  return published[0] ?? DEFAULT_LANGUAGE
}
