import type { EpochMs } from '@replywright/contract/time.ts'
import { notFound } from '../platform/errors.ts'
import type { Caller } from '../platform/request.ts'
import { type Author, authorOf } from './author.ts'
import { ConversationEntity, type ConversationItem } from './conversation-entity.ts'

/** Longer than the dashboard waits before it tells again. */
const WRITING_MILLISECONDS = 20_000

/**
 * `PUT /dashboard-api/v1/conversations/{id}/writing/`: stores that the caller is writing a message, or has stopped. The first of
 * several writers stays, so that the others see them. One write.
 * @throws ServiceError 404 if the conversation does not exist
 */
export async function noteWriting(caller: Caller, id: string, isWriting: boolean, now: EpochMs): Promise<undefined> {
  const { organizationId } = caller
  const author = authorOf(caller)
  const change = ConversationEntity.patch({ organizationId, id })
  const noted = await (isWriting
    ? change.set({ writer: author, writerUntil: now + WRITING_MILLISECONDS })
    : change.remove(['writer', 'writerUntil'])
  )
    .where(
      ({ writer, writerUntil }, { notExists, lte, eq }) =>
        `(${[notExists(writerUntil), lte(writerUntil, now), eq(writer.userId, author.userId ?? '')].join(' OR ')})`,
    )
    .go({ returnOnConditionCheckFailure: 'all_old' })
  if (noted.rejected && !noted.data) throw notFound('conversation')
}

/** Returns another member who is writing a message, or undefined. */
export function writerOf(
  { writer, writerUntil = 0 }: Pick<ConversationItem, 'writer' | 'writerUntil'>,
  userId: string,
  now: EpochMs,
): Author | undefined {
  return writer && writerUntil > now && writer.userId !== userId ? writer : undefined
}
