import type { ThreadMessage } from '@replywright/contract/dashboard/thread.ts'
import { type Message, type MessageInput, quickReplyId } from '@replywright/contract/messages.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { requireUnrestricted } from '../../channel/numbers/health.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import type { OutboundContent } from '../../channel/port.ts'
import { publishedLanguages } from '../../channel/provider/templates/template-links.ts'
import type { Clock } from '../../platform/clock.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { signedUrl } from '../../platform/objects/objects.ts'
import type { Caller } from '../../platform/request.ts'
import { type Author, authorOf } from '../author.ts'
import { type Chat, getConversation } from '../conversations.ts'
import { dispatchMessage, sendUnconfirmed } from './dispatch-message.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'
import { messageView } from './message-view.ts'
import { viewSent } from './thread-view.ts'
import { isUnconfirmed, notUnconfirmed } from './unconfirmed.ts'

/** `POST /conversations/{id}/messages/`: sends a message once per `messageId`. 404 for an unknown conversation. */
export async function sendMessage(
  caller: Caller,
  { conversationId, messageId, input }: { conversationId: string; messageId: string; input: MessageInput },
  clock: Clock,
): Promise<Message> {
  const chat = await getConversation(caller.organizationId, conversationId)
  const content = await contentOfInput(chat.number, input, clock())
  return messageView(await sendContent(chat, { id: messageId, author: authorOf(caller), input, content }, clock))
}

interface SentContent {
  /** Sorts by time. */
  readonly id: string
  readonly author: Author
  readonly input: MessageInput
  /** The content of `input`, as `contentOfInput` returns it. */
  readonly content: OutboundContent
}

/** Sends a message in the name of a person, not of the agent. */
export async function sendContent(
  chat: Chat,
  { id, author, input, content }: SentContent,
  clock: Clock,
): Promise<MessageItem> {
  const whole = { ...content, ...(await referencesOf(chat, input)) }
  return await dispatchMessage(chat, { id, role: 'human', author, content: whole }, clock)
}

/**
 * Returns the content that a body requests, without its references to other messages. @param path of the body in the
 * request, with a dot at its end
 */
export async function contentOfInput(
  number: NumberItem,
  input: MessageInput,
  now: EpochMs,
  path = '',
): Promise<OutboundContent> {
  // Before the provider is asked for the template.
  requireUnrestricted(number, input.type === 'template' ? input : {}, now)
  return outboundContent(input, input.type === 'template' ? await templateLanguage(number, input.template, path) : '')
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

/**
 * Sends the content of a failed outbound message again. A person's message that the provider refused at once is sent
 * under its own id, any other under `newId`. A person's message whose outcome has been unknown for a while is sent once
 * more under its own id, by one of concurrent calls.
 * @throws ServiceError 404; 409 `outcome_known` or `outcome_pending` if it has not failed; as `dispatchMessage`
 */
export async function resendMessage(
  caller: Caller,
  { conversationId, messageId, newId }: { conversationId: string; messageId: string; newId: string },
  clock: Clock,
): Promise<ThreadMessage> {
  const { organizationId } = caller
  const chat = await getConversation(organizationId, conversationId)
  const { data: failed } = await MessageEntity.get({ organizationId, conversationId, id: messageId }).go({
    consistent: true,
  })
  if (failed?.direction !== 'outbound') throw notFound('message')
  const now = clock()
  const { type, text, media, buttons, template, detail, replyTo } = failed
  const file = media?.[0]
  if (isUnconfirmed(failed, now) && failed.role === 'human') {
    const link = file?.key === undefined ? undefined : await signedUrl(file.key, file.filename)
    const resent = await sendUnconfirmed(chat, failed, clock, link)
    // A person marked it concurrently, so it was not sent.
    if (resent.markedAt !== undefined) throw notUnconfirmed(resent)
    return await viewSent(caller, resent, clock())
  }
  if (failed.status !== 'failed') throw notUnconfirmed(failed)
  const id = failed.refused && failed.role === 'human' ? failed.id : newId
  const sent = await dispatchMessage(
    chat,
    {
      id,
      role: 'human',
      author: authorOf(caller),
      content: { type, text, media, buttons, template, detail, replyTo },
      ...(file?.key !== undefined && { link: await signedUrl(file.key, file.filename) }),
    },
    clock,
  )
  return await viewSent(caller, sent, clock())
}

/**
 * Returns the content that the body of the send endpoint requests, without its references to other messages. `language` is
 * that of a template.
 */
export function outboundContent(input: MessageInput, language: string): OutboundContent {
  switch (input.type) {
    case 'text':
      return { type: input.type, text: input.text.body }
    case 'media': {
      const { url, mimeType, caption = '', filename = filenameOf(url), voice } = input.media
      return { type: input.type, text: caption, media: [{ url, mimeType, filename, ...(voice && { voice }) }] }
    }
    case 'buttons':
      return {
        type: input.type,
        text: input.text.body,
        buttons: input.buttons.map((button) =>
          button.type === 'url' ? button : { ...button, quickReplyId: quickReplyId(button) },
        ),
      }
    case 'template': {
      const { name, variables, components } = input.template
      const values = Array.isArray(variables) ? { positional: variables } : { named: variables }
      return { type: input.type, text: '', template: { name, language, ...values, ...(components && { components }) } }
    }
    case 'interactive':
      return { type: input.type, text: '', detail: input.interactive }
    case 'location':
      return { type: input.type, text: '', detail: input.location }
    case 'contacts':
      return { type: input.type, text: '', detail: input.contacts }
    case 'reaction':
      return { type: input.type, text: '' }
  }
}

function filenameOf(url: string): string | undefined {
  return new URL(url).pathname.split('/').pop() || undefined
}
