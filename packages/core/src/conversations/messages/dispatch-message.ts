import type { EpochMs } from '@replywright/contract/time.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import { channelOf } from '../../channel/channels.ts'
import { fitContent } from '../../channel/fit-content.ts'
import { requireUnrestricted } from '../../channel/numbers/health.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { requireConnected } from '../../channel/numbers/numbers.ts'
import type { OutboundContent, Send } from '../../channel/port.ts'
import { type Clock, expiryAfter, newId } from '../../platform/clock.ts'
import { InternalError, invalidField, ServiceError } from '../../platform/errors.ts'
import { logError } from '../../platform/log/log.ts'
import { recentRetention } from '../../platform/retention.ts'
import type { Author } from '../author.ts'
import type { ConversationItem } from '../conversation-entity.ts'
import type { Chat } from '../conversations.ts'
import { originsOf } from '../customers/origins.ts'
import { requireMarketing } from '../opt-out.ts'
import { windowSecondsLeft } from '../service-window/window.ts'
import { advanceToOutbound } from './advance-outbound.ts'
import { callChannel } from './call-channel.ts'
import { MessageEntity, type MessageItem } from './message-entity.ts'

interface NewMessage {
  /** Sorts by time. A repeated id is sent once. */
  readonly id: string
  readonly role: 'assistant' | 'human'
  /** Who wrote it, for the role `human`. */
  readonly author?: Author
  /** The agent that wrote it, for the role `assistant`, and what its turn used of the models, in millionths of a USD. */
  readonly agentId?: string
  readonly modelMicroUsd?: number
  readonly content: OutboundContent
  /** The URL from which the channel fetches the file of `content`. @default its stored URL */
  readonly link?: string
  /**
   * Present for a message of a turn, which updates the conversation and logs accepted messages once for all of them. `isFresh`: the
   * id of the message is new, so that it cannot be stored yet.
   */
  readonly turn?: { readonly isFresh: boolean }
}

/** A message that only the channel can refuse any more. */
export interface OpenedMessage {
  readonly chat: Chat
  readonly message: NewMessage
  /** The stored message, which the channel refused before. */
  readonly refused: MessageItem | undefined
  readonly isMarketing: boolean | undefined
  /** Absent on a sandbox number, whose messages are only stored. */
  readonly send: Send | undefined
}

/** A stored message. */
export interface StoredMessage {
  readonly message: MessageItem
  /** Whether this call may send it. */
  readonly maySend: boolean
  /** Whether this call stored it for the first time. */
  readonly isNew: boolean
}

/**
 * Sends a message to the customer of a conversation. Returns the stored message if it was, or may have been, sent
 * before. A message that the channel certainly did not accept is stored as failed and can be sent again under its id.
 * On a sandbox number the message is only stored.
 * @throws ServiceError as `openMessage`; a refusal with the text of the channel
 */
export async function dispatchMessage(chat: Chat, message: NewMessage, clock: Clock): Promise<MessageItem> {
  const opened = await openMessage(chat, message, clock)
  return 'sent' in opened ? opened.sent : await dispatchOpened(opened, clock)
}

/** Stores and sends an opened message, and updates its conversation. Returns as `dispatchMessage`. */
export async function dispatchOpened(opened: OpenedMessage, clock: Clock): Promise<MessageItem> {
  const { message, maySend, isNew } = await storeMessage(opened, clock())
  if (!maySend) return message
  const advanced = isNew ? advance(opened.chat.conversation, message) : undefined
  try {
    return (await sendStored(opened, message, clock)).message
  } finally {
    await advanced
  }
}

/**
 * Checks all of a message that can fail without the channel, so that no stored message stays unsent. Returns the stored message if it
 * was, or may have been, sent before.
 * @throws ServiceError 409 if the number has left the organisation; `window_closed` for a free-form message outside the window; `opted_out` as `requireMarketing`; 400
 * for content that the channel cannot send or would refuse
 */
export async function openMessage(
  chat: Chat,
  message: NewMessage,
  clock: Clock,
): Promise<OpenedMessage | { readonly sent: MessageItem }> {
  const { organizationId, id: conversationId } = chat.conversation
  const key = { organizationId, conversationId, id: message.id }
  const { data: known } = message.turn?.isFresh ? { data: null } : await MessageEntity.get(key).go({ consistent: true })
  if (known && !known.refused) return { sent: known }
  const now = clock()
  const { isMarketing, ...content } = await sendableContent(chat, message.content, now)
  const send = chat.number.sandbox ? undefined : await channelOf(chat.number).openSender(chat.number, now)
  return { chat, message: { ...message, content }, refused: known ?? undefined, isMarketing, send }
}

/** Returns content as it may be sent now. */
async function sendableContent(chat: Chat, content: OutboundContent, now: EpochMs): Promise<OutboundContent> {
  const { conversation, number } = chat
  requireConnected(number)
  requireUnrestricted(number, content, now)
  requireOpenWindow(chat, content, now)
  const prepared = await prepareContent(number, content, now)
  if (prepared.isMarketing) await requireMarketing(conversation.organizationId, conversation)
  return prepared
}

/** Stores an opened message, once. Of concurrent calls one may send it. */
export async function storeMessage({ chat, message, refused }: OpenedMessage, now: EpochMs): Promise<StoredMessage> {
  return refused ? await reopen(refused, now) : await create(chat, message, now)
}

/**
 * Sends a stored message that the caller may send. Returns it, and whether the channel accepted it.
 * @throws ServiceError a refusal with the text of the channel
 */
export async function sendStored(
  { chat, message: { link, turn }, isMarketing, send }: OpenedMessage,
  message: MessageItem,
  clock: Clock,
): Promise<{ readonly message: MessageItem; readonly isAccepted: boolean }> {
  if (!send) return { message, isAccepted: false }
  return await callChannel(chat, message, { send, link, isMarketing, isPartOfTurn: turn !== undefined }, clock)
}

/**
 * Sends a message again if the channel did not report it in time. Only the first call with the same `resentAt` sends
 * it. The caller must ensure that no other worker is sending it. Returns the message.
 * @throws ServiceError as `dispatchMessage` does
 */
export async function sendOnceMore(
  chat: Chat,
  message: MessageItem,
  clock: Clock,
  link?: string,
  isMarketing?: boolean,
): Promise<MessageItem> {
  const { organizationId, conversationId, id } = message
  const send = await channelOf(chat.number).openSender(chat.number, clock())
  const { data, rejected } = await MessageEntity.patch({ organizationId, conversationId, id })
    .set({ resentAt: clock() })
    .where(({ status, resentAt }, { eq, notExists }) => {
      const unchanged = message.resentAt === undefined ? notExists(resentAt) : eq(resentAt, message.resentAt)
      return `${notExists(status)} AND ${unchanged}`
    })
    .go({ returnOnConditionCheckFailure: 'all_old', response: 'all_new' })
  if (!data) throw new InternalError(`message ${id} was deleted concurrently`)
  return rejected ? data : (await callChannel(chat, data, { send, link, isMarketing }, clock)).message
}

/**
 * Sends a person's message once more after its outcome was unknown for a while. Of concurrent calls one sends it.
 * Returns the message.
 */
export async function sendUnconfirmed(
  chat: Chat,
  message: MessageItem,
  clock: Clock,
  link?: string,
): Promise<MessageItem> {
  // The customer may have refused marketing since.
  const { isMarketing } = await sendableContent(chat, message, clock())
  return await sendOnceMore(chat, message, clock, link, isMarketing)
}

/** Updates the conversation. A failure is only logged, because the message must be sent anyway. */
async function advance(conversation: ConversationItem, message: MessageItem): Promise<void> {
  const { organizationId, id: conversationId } = conversation
  // A reaction is not shown as the last message.
  const shown = message.type === 'reaction' ? [] : [message]
  await advanceToOutbound(conversation, shown, undefined, 1).catch((error: unknown) =>
    logError('conversation.not_advanced', error, { organizationId, conversationId, messageId: message.id }),
  )
}

/** @throws ServiceError `window_closed` for content that cannot be sent to the customer now. A conversation may not exist yet. */
export function requireOpenWindow(
  {
    conversation,
    number,
  }: { readonly conversation: Partial<Pick<ConversationItem, 'lastInboundAt'>>; readonly number: NumberItem },
  { template }: Pick<OutboundContent, 'template'>,
  now: EpochMs,
): void {
  const left = windowSecondsLeft(conversation.lastInboundAt, capabilitiesOf(number).windowSeconds, now)
  if (number.sandbox || template || left > 0) return
  throw new ServiceError(
    'window_closed',
    'The service window is closed: the customer has not written within 24 hours. Send a template instead.',
  )
}

/** Returns a random mark of a worker that creates a message. It is stored as long as the message, so it has the 48 random bits of an id only. */
const newSender = (): string => newId().slice(-12)

async function create({ conversation, number }: Chat, message: NewMessage, now: EpochMs): Promise<StoredMessage> {
  const { id, role, author, agentId, modelMicroUsd, content } = message
  const { messageDays } = await recentRetention(conversation.organizationId, now)
  const sender = newSender()
  const created = await MessageEntity.create({
    ...content,
    organizationId: conversation.organizationId,
    conversationId: conversation.id,
    id,
    direction: 'outbound',
    role,
    author,
    agentId,
    modelMicroUsd,
    sessionId: conversation.sessionId,
    ...originsOf(conversation, conversation),
    waId: '',
    sender,
    ...(number.sandbox ? { status: 'sent' } : { reportTo: number.reportTo }),
    sentAt: now,
    takenAt: now,
    expiresAt: expiryAfter(now, messageDays),
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!created.data) throw new InternalError(`message ${id} was deleted concurrently`)
  const isNew = created.data.sender === sender
  return { message: created.data, maySend: isNew, isNew }
}

/** Resets the refusal of a message, so that it can be sent again. */
async function reopen(refused: MessageItem, now: EpochMs): Promise<StoredMessage> {
  const { organizationId, conversationId, id } = refused
  const sender = newSender()
  const patched = await MessageEntity.patch({ organizationId, conversationId, id })
    .set({ takenAt: now, sender })
    .remove(['refused', 'status', 'error'])
    .where((attributes, { eq }) => eq(attributes.refused, true))
    .go({ returnOnConditionCheckFailure: 'all_old' })
  const { refused: _, status, error, ...message } = refused
  if (!patched.rejected) return { message: { ...message, takenAt: now }, maySend: true, isNew: false }
  const { data } = await MessageEntity.get({ organizationId, conversationId, id }).go({ consistent: true })
  return { message: data ?? refused, maySend: data?.sender === sender, isNew: false }
}

/**
 * Returns content as the channel of a number sends it, with everything that is stored of it. `pathOf` maps a path in the
 * body of the send endpoint to one in the caller's body.
 * @throws ServiceError 400 for content that the channel cannot send or would refuse
 */
export async function prepareContent(
  number: NumberItem,
  content: OutboundContent,
  now: EpochMs,
  pathOf: (path: string) => string = (path) => path,
): Promise<OutboundContent> {
  try {
    return await channelOf(number).prepare(number, fitContent(content, capabilitiesOf(number)), now)
  } catch (error) {
    const [detail] = error instanceof ServiceError ? (error.details ?? []) : []
    throw detail ? invalidField(pathOf(detail.path), detail.message) : error
  }
}
