import { invalidField, notFound } from '../platform/errors.ts'
import { ConversationEntity } from './conversation-entity.ts'

export interface ReadMark {
  readonly isRead: boolean
  /** The `inboundSeq` that the person saw. */
  readonly inboundSeq: number
}

/**
 * `PUT /dashboard-api/v1/conversations/{id}/read/`: marks the messages up to `inboundSeq` as read, or the last one as
 * unread, for all members. Another member's later mark is preserved. One write.
 * @throws ServiceError 404 if the conversation does not exist; 400 for an `inboundSeq` that it does not have yet
 */
export async function markRead(
  organizationId: string,
  id: string,
  { isRead, inboundSeq }: ReadMark,
): Promise<undefined> {
  const marked = await ConversationEntity.patch({ organizationId, id })
    .set({ readSeq: isRead ? inboundSeq : inboundSeq - 1 })
    .remove(isRead ? [] : ['answeredSeq'])
    .where(({ inboundSeq: stored, readSeq }, { gte, lt, notExists }) =>
      [gte(stored, inboundSeq), ...(isRead ? [`(${notExists(readSeq)} OR ${lt(readSeq, inboundSeq)})`] : [])].join(
        ' AND ',
      ),
    )
    .go({ returnOnConditionCheckFailure: 'all_old' })
  if (!marked.rejected) return
  if (!marked.data) throw notFound('conversation')
  if (marked.data.inboundSeq < inboundSeq) throw invalidField('inboundSeq', `must be at most ${marked.data.inboundSeq}`)
}
