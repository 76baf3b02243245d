import type { Author as ShownAuthor } from '@replywright/contract/dashboard/conversations.ts'
import type { ThreadEvent, ThreadMessage } from '@replywright/contract/dashboard/thread.ts'
import { printableFileName } from '@replywright/contract/printable-file-name.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { findAgentHead } from '../../agents/find-agent.ts'
import { findWebhook } from '../../deliveries/webhooks/webhook-entity.ts'
import { UserEntity } from '../../people/users/user-entity.ts'
import { isoTime, timeOrNull } from '../../platform/clock.ts'
import type { Caller } from '../../platform/request.ts'
import { capabilityKey } from '../../platform/secrets/secrets.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import type { Author } from '../author.ts'
import type { ConversationEventItem } from '../conversation-event-entity.ts'
import { uploadIdOf } from '../media/media-keys.ts'
import { MEDIA_CAPABILITY } from '../media/media-token.ts'
import { arrivalOrder } from './arrival-order.ts'
import type { MessageItem } from './message-entity.ts'
import { messageView } from './message-view.ts'

const names = new ShortCache<string>(60_000)

/** Returns a function that shows authors with their names. Reads each user at most once a minute. */
export async function authorViews(
  { userId: ownId }: Caller,
  authors: readonly (Author | undefined)[],
  now: EpochMs,
): Promise<(author: Author) => ShownAuthor> {
  const ids = [...new Set(authors.flatMap((author) => author?.userId ?? []))]
  const unknown = ids.filter((id) => names.get(id, now) === undefined)
  const users = await batchGet(
    unknown.map((id) => ({ id })),
    (keys) => UserEntity.get(keys).go(),
  )
  for (const { id, name, email } of users) names.set(id, name?.trim() || email, now)
  return ({ userId, keyName }) => {
    if (keyName !== undefined) return { kind: 'key', name: keyName, isYou: false }
    if (userId === undefined) return { kind: 'app', name: null, isYou: false }
    return { kind: 'user', name: names.get(userId, now) ?? null, isYou: userId === ownId }
  }
}

/** Returns the author of a person's message; `{}` for the owner in the provider's app, undefined if it is unknown. */
export function authorOfMessage({ direction, role, author, sender }: MessageItem): Author | undefined {
  if (direction !== 'outbound' || role === 'assistant') return undefined
  // Every message that this service sends has a sender.
  return author ?? (sender === undefined ? {} : undefined)
}

export function threadMessageView(
  message: MessageItem,
  shown: (author: Author) => ShownAuthor,
  mediaKey: Buffer,
): ThreadMessage {
  const view = messageView(message, mediaKey)
  const author = authorOfMessage(message)
  return {
    ...view,
    media: view.media.map((file, index) => {
      const { filename, key } = message.media?.[index] ?? {}
      const name = filename === undefined ? null : printableFileName(filename)
      return { ...file, name, uploadId: uploadIdOf(message, key) }
    }),
    author: author ? shown(author) : null,
    marked:
      message.markedAt === undefined ? null : { by: shown(message.markedBy ?? {}), at: isoTime(message.markedAt) },
    sessionId: message.sessionId ?? null,
    position: arrivalOrder(message),
  }
}

/** Returns an event with the names of its endpoint and its agent. */
export async function eventView(
  {
    organizationId,
    id,
    kind,
    at,
    author,
    until,
    mode,
    webhookId,
    agentId,
    reason,
    summary,
    text,
  }: ConversationEventItem,
  shown: (author: Author) => ShownAuthor,
): Promise<ThreadEvent> {
  const [webhook, agent] = await Promise.all([
    webhookId ? findWebhook(organizationId, webhookId) : null,
    agentId ? findAgentHead(organizationId, agentId) : null,
  ])
  return {
    id,
    kind,
    at: isoTime(at),
    author: shown(author),
    until: timeOrNull(until),
    mode: mode ?? null,
    webhook: webhook && { id: webhook.id, name: webhook.name },
    agent: agent && { id: agent.id, name: agent.name },
    reason: reason ?? null,
    summary: summary ?? null,
    text: text ?? null,
  }
}

/** Returns a message that the caller sent, as the dashboard shows it. */
export async function viewSent(caller: Caller, message: MessageItem, now: EpochMs): Promise<ThreadMessage> {
  const [shown, mediaKey] = await Promise.all([
    authorViews(caller, [authorOfMessage(message), message.markedBy], now),
    capabilityKey(MEDIA_CAPABILITY, now),
  ])
  return threadMessageView(message, shown, mediaKey)
}
