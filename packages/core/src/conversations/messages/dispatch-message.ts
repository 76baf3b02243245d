import { MESSAGE_DAYS } from '@messaging/contract/message-values.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { accessTokenOf, recentAccessTokenOf } from '../../channel/provider/access-token.ts'
import type { OutboundContent } from '../../channel/provider/compose-message.ts'
import { composeMessage } from '../../channel/provider/compose-message.ts'
import type { ProviderError } from '../../channel/provider/provider-error.ts'
import { type SendOutcome, sendToProvider } from '../../channel/provider/send-message.ts'
import { type Clock, expiryAfter, newId } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import { log, logError } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import type { ConversationItem } from '../conversations/conversation-entity.ts'
import { linkContact } from '../conversations/find-or-create.ts'
import { windowSecondsLeft } from '../service-window/window.ts'
import { advanceToOutbound } from './advance-outbound.ts'
import { callbackData } from './callback-data.ts'
import { aliasMessage } from './message-alias-entity.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'
import { waIdEnd } from './wa-id-end.ts'

export interface Chat {
  readonly conversation: ConversationItem
  readonly number: NumberItem
}

export interface NewMessage {
  /** Sorting by time. The same id is sent once, however often it is asked for. */
  readonly id: string
  readonly role: 'assistant' | 'human'
  readonly content: OutboundContent
  /** Where the provider fetches the file of `content`. @default where it stays */
  readonly link?: string
  /** For a message of a turn. @default the conversation is moved forward, and what became of the message logged */
  readonly turn?: PartOfTurn
}

/** The turn moves the conversation forward, and logs what was accepted, for all of its messages at once. */
export interface PartOfTurn {
  /** Whether the message's id was made just now, so that it cannot be stored yet. */
  readonly isFresh: boolean
  /** Told of the message as soon as it is stored for the first time. */
  onStored(message: MessageItem): void
  onAccepted(): void
}

/**
 * Sends a message to the customer of a conversation, or answers it when it was sent, or may have been, before. What the
 * provider certainly did not take is kept as failed and can be sent again under its id. On a sandbox number it is only stored.
 * @throws ServiceError `window_closed` for a free-form message outside the window; what the provider refuses, in its words
 */
export async function dispatchMessage(chat: Chat, message: NewMessage, clock: Clock): Promise<MessageItem> {
  const { organizationId, id: conversationId } = chat.conversation
  const key = { organizationId, conversationId, id: message.id }
  const { data: known } = message.turn?.isFresh ? { data: null } : await MessageEntity.get(key).go({ consistent: true })
  if (known && !known.refused) return known
  const now = clock()
  requireOpenWindow(chat, message.content, now)
  // Whatever can fail without the provider does so before there is a message that nobody sends.
  const token = chat.number.sandbox ? '' : await recentAccessTokenOf(chat.number, now)
  const mine = known ? await reopen(known, now) : await create(chat, message, now)
  if (!mine.first) return mine.message
  if (!known) message.turn?.onStored(mine.message)
  const advanced = known || message.turn ? undefined : advance(chat.conversation, mine.message)
  try {
    return chat.number.sandbox ? mine.message : await callProvider(chat, mine.message, { ...message, token }, clock)
  } finally {
    await advanced
  }
}

/**
 * Sends a message once more of which the provider has not reported in the time in which it would have. Only the first call of
 * this with the same `resentAt` sends; whoever calls must be sure that no other worker is sending it. Returns the message.
 * @throws ServiceError as `dispatchMessage` does
 */
export async function sendOnceMore(
  chat: Chat,
  message: MessageItem,
  clock: Clock,
  link?: string,
): Promise<MessageItem> {
  const { organizationId, conversationId, id } = message
  const token = await accessTokenOf(chat.number)
  const { data, rejected } = await MessageEntity.patch({ organizationId, conversationId, id })
    .set({ resentAt: clock() })
    .where(({ status, resentAt }, { eq, notExists }) => {
      const unchanged = message.resentAt === undefined ? notExists(resentAt) : eq(resentAt, message.resentAt)
      return `${notExists(status)} AND ${unchanged}`
    })
    .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
  if (!data) throw new Error(`message ${id} was there and is gone`)
  return rejected ? data : await callProvider(chat, data, { token, link }, clock)
}

/** A conversation that does not show its latest message is no reason not to send it. */
async function advance(conversation: ConversationItem, message: MessageItem): Promise<void> {
  const { organizationId, id: conversationId } = conversation
  await advanceToOutbound(conversation, [message]).catch((error: unknown) =>
    logError('conversation.not_advanced', error, { organizationId, conversationId, messageId: message.id }),
  )
}

function requireOpenWindow({ conversation, number }: Chat, { template }: OutboundContent, now: number): void {
  const left = windowSecondsLeft(conversation.lastInboundAt, settings.SERVICE_WINDOW_SECONDS, now)
  if (number.sandbox || template || left > 0) return
  throw new ServiceError(
    'window_closed',
    'The service window is closed: the customer has not written within 24 hours. Send a template instead.',
  )
}

/** A stored message, and whether this call may send it. */
interface Claimed {
  readonly message: MessageItem
  readonly first: boolean
}

async function create({ conversation, number }: Chat, message: NewMessage, now: number): Promise<Claimed> {
  const { id, role, content } = message
  const sender = newId()
  const created = await MessageEntity.create({
    ...content,
    organizationId: conversation.organizationId,
    conversationId: conversation.id,
    id,
    direction: 'outbound',
    role,
    sessionId: conversation.sessionId,
    waId: '',
    sender,
    ...(number.sandbox && { status: 'sent' }),
    sentAt: now,
    takenAt: now,
    expiresAt: expiryAfter(now, MESSAGE_DAYS),
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!created.data) throw new Error(`message ${id} was there and is gone`)
  return { message: created.data, first: created.data.sender === sender }
}

/** Takes back that the provider refused a message. */
async function reopen(refused: MessageItem, now: number): Promise<Claimed> {
  const { organizationId, conversationId, id } = refused
  const sender = newId()
  const patched = await MessageEntity.patch({ organizationId, conversationId, id })
    .set({ takenAt: now, sender })
    .remove(['refused', 'status', 'error'])
    .where((attributes, { eq }) => eq(attributes.refused, true))
    .go({ returnOnConditionCheckFailure: 'all_old' })
  const { refused: _, status, error, ...message } = refused
  if (!patched.rejected) return { message: { ...message, takenAt: now }, first: true }
  const { data } = await MessageEntity.get({ organizationId, conversationId, id }).go({ consistent: true })
  return { message: data ?? refused, first: data?.sender === sender }
}

async function callProvider(
  chat: Chat,
  message: MessageItem,
  { token, link, turn }: { readonly token: string } & Pick<NewMessage, 'link' | 'turn'>,
  clock: Clock,
): Promise<MessageItem> {
  const { conversation, number } = chat
  const place = { conversationId: conversation.id, messageId: message.id }
  const { phoneNumberId } = number
  const body = composeMessage(conversation, linked(message, link), callbackData(place))
  const first = await sendToProvider({ phoneNumberId, token, body }, clock)
  // What was refused may be so because the token was replaced a moment ago.
  const newer = first.kind === 'refused' ? await accessTokenOf(number).catch(() => token) : token
  const outcome = newer === token ? first : await sendToProvider({ phoneNumberId, token: newer, body }, clock)
  if (outcome.kind === 'accepted' && turn) {
    turn.onAccepted()
    return await recordAcceptance(chat, message, { ...outcome, isAliased: false }, clock())
  }
  log(
    `message.${outcome.kind}`,
    {
      organizationId: conversation.organizationId,
      ...place,
      type: message.type,
      outcome: outcome.kind,
      ...(outcome.kind === 'accepted' && { waIdEnd: waIdEnd(outcome.waId) }),
      ...(outcome.kind === 'unknown' && { cause: outcome.cause }),
      ...(outcome.kind === 'refused' && { code: outcome.error.code, providerCode: outcome.error.providerCode }),
    },
    { MessagesSent: 1 },
  )
  if (outcome.kind === 'unknown') return message
  if (outcome.kind === 'refused') throw await recordRefusal(message, outcome.error)
  return await recordAcceptance(chat, message, { ...outcome, isAliased: true }, clock())
}

function linked(message: MessageItem, link: string | undefined): MessageItem {
  if (link === undefined) return message
  return { ...message, media: message.media?.map((file) => ({ ...file, url: link })) }
}

/**
 * The provider's statuses can be faster than its answer: then they stand. They find the message by the data that it was sent
 * with, and by the provider's id as well where it is aliased.
 */
async function recordAcceptance(
  { conversation, number }: Chat,
  message: MessageItem,
  { waId, contactWaId, isAliased }: Extract<SendOutcome, { kind: 'accepted' }> & { readonly isAliased: boolean },
  now: number,
): Promise<MessageItem> {
  const { organizationId, conversationId, id } = message
  const [{ data }] = await Promise.all([
    MessageEntity.patch({ organizationId, conversationId, id })
      .set({ waId, acceptedAt: now })
      .data(({ status }, { ifNotExists }) => ifNotExists(status, 'sent'))
      .go({ response: 'all_new' }),
    isAliased
      ? aliasMessage(
          { organizationId, phoneNumberId: number.phoneNumberId, waId },
          { conversationId, messageId: id },
          now,
        )
      : undefined,
    contactWaId && contactWaId !== conversation.contactNumber
      ? linkContact(number, contactWaId, conversation.id)
      : undefined,
  ])
  return data
}

async function recordRefusal(message: MessageItem, { code, message: reason }: ProviderError): Promise<ServiceError> {
  const { organizationId, conversationId, id } = message
  await MessageEntity.patch({ organizationId, conversationId, id })
    .set({ status: 'failed', error: { code, message: reason }, refused: true })
    .where(({ status }, { notExists }) => notExists(status))
    .go({ returnOnConditionCheckFailure: true })
  return new ServiceError(code, reason)
}
