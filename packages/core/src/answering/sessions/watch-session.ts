import type { SessionCheck } from '@replywright/contract/queues.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { capabilitiesOf } from '../../channel/capabilities.ts'
import { ConversationEntity, type ConversationItem, findConversation } from '../../conversations/conversation-entity.ts'
import { SCHEDULE_MARGIN_MILLISECONDS } from '../../conversations/service-window/window.ts'
import { type Clock, expiryAfter } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { outTo } from '../../platform/outbox/out.ts'
import { createSchedule } from '../../platform/schedules/create-schedule.ts'
import { transact } from '../../platform/table/transact.ts'
import { endOfSession } from './session-end.ts'
import { EndedSessionEntity, SESSION_DAYS, SessionEntity, type SessionItem } from './session-entity.ts'

/** The silence after which a session ends on a channel without a service window. */
const QUIET_SECONDS = 86_400

/** Starts to watch a session, once for each `id`. */
export async function watchSession(
  { organizationId, id: conversationId }: Pick<ConversationItem, 'organizationId' | 'id'>,
  session: Pick<SessionItem, 'id' | 'sessionId' | 'agentId' | 'from'>,
  now: EpochMs,
): Promise<void> {
  const key = { organizationId, conversationId, id: session.id }
  const out = outTo('windows', organizationId, { kind: 'session', ...key })
  await SessionEntity.create({ ...key, ...session, checkAt: now, expiresAt: expiryAfter(now, SESSION_DAYS), out }).go({
    returnOnConditionCheckFailure: true,
  })
}

/**
 * Processes a check of a session. Before its end, creates a schedule that sends the same message at the end. At its end,
 * requests its report. Idempotent at any time.
 */
export async function checkSession(message: SessionCheck, clock: Clock): Promise<void> {
  const { kind: _, ...key } = message
  const [{ data: session }, conversation] = await Promise.all([
    SessionEntity.get(key).go({ consistent: true }),
    findConversation(key.organizationId, key.conversationId),
  ])
  if (!session || session.endedAt !== undefined || !conversation) return
  const now = clock()
  const end = endOfSession(conversation, session, capabilitiesOf(conversation).windowSeconds ?? QUIET_SECONDS)
  if (end > now + SCHEDULE_MARGIN_MILLISECONDS) {
    const checkAt = Math.ceil(end / 1000) * 1000
    await createSchedule('session', Object.values(key), checkAt, session.out.b)
    await SessionEntity.patch(key)
      .set({ checkAt, expiresAt: expiryAfter(checkAt, SESSION_DAYS) })
      .go()
    return log('session.armed', { ...key, checkAt })
  }
  if (!(await endSession(conversation, session, now)))
    throw new InternalError(`session ${session.id} was changed while it ended`)
  log('session.ended', key)
}

/** Ends a session and requests its report, in one write. Returns false if another write came first. */
async function endSession(conversation: ConversationItem, session: SessionItem, now: EpochMs): Promise<boolean> {
  const { organizationId, conversationId, id } = session
  const key = { organizationId, conversationId, id }
  return await transact(
    { sessions: SessionEntity, ended: EndedSessionEntity, conversations: ConversationEntity },
    ({ sessions, ended, conversations }) => [
      sessions
        .patch(key)
        .set({ endedAt: now })
        .where(({ endedAt }, { notExists }) => notExists(endedAt))
        .commit(),
      ended
        .create({
          ...key,
          endedAt: now,
          expiresAt: expiryAfter(now, SESSION_DAYS),
          // Not the group of the conversation: a report does not delay the customer's next message.
          out: outTo('turns', id, { kind: 'session', ...key }),
        })
        .commit(),
      // The next answer begins a session.
      ...(conversation.watchedSession === id
        ? [
            conversations
              .patch({ organizationId, id: conversationId })
              .remove(['watchedSession'])
              .where(({ watchedSession }, { eq }) => eq(watchedSession, id))
              .commit(),
          ]
        : []),
    ],
  )
}
