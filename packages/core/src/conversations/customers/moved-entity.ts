import { type Out, outAttribute, outTo } from '../../platform/outbox/out.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

/**
 * What continues a customer, or a conversation, that was merged into another one. Access: by its id. Stored as long as what
 * agents remember.
 */
export const MergedEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'merged', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    to: { type: 'string', required: true },
    at: { type: 'number' },
    /** What a conversation had last, for what is moved (`movedItem`). */
    session: { type: 'string' },
    lastMessageId: { type: 'string' },
    /** Whether a person merged them, so that what is moved can return (`MergeRecordEntity`). */
    byHand: { type: 'boolean' },
    /** Moves what belongs to it (`finishMerge`). Removed when that is done. */
    out: outAttribute,
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byId: { pk: key('pk', 'merged#${organizationId}#${id}'), sk: key('sk', 'merged') },
  },
}))

/**
 * A function that read a conversation before the merge may still write to it. A turn, which takes longest, has ended after
 * this time.
 */
const WRITERS_SECONDS = 150

/** Returns the message that completes the merge of a customer at once, and that of a conversation when nobody writes to it any more. */
export function mergeOut(organizationId: string, id: string, what: 'customer' | 'conversation'): Out {
  const delaySeconds = what === 'conversation' ? WRITERS_SECONDS : undefined
  return outTo('windows', organizationId, { kind: 'merged', organizationId, id }, { delaySeconds })
}

/**
 * Returns the conversation in which a message is stored that was stored in `conversationId` first: the one that continues it, or the one to
 * which the message returned.
 */
export async function currentPlace(organizationId: string, conversationId: string, messageId: string): Promise<string> {
  const { data } = await MergedEntity.get({ organizationId, id: messageId }).go({ consistent: true })
  return await currentId(organizationId, data?.to ?? conversationId)
}

/** The most merges that are followed: a customer into another, and that one into a third … */
const MOST_MERGES = 5

/** Returns the id of the customer or the conversation that continues another one: itself, unless it was merged. */
export async function currentId(organizationId: string, id: string): Promise<string> {
  let current = id
  for (let n = 0; n < MOST_MERGES; n++) {
    const { data } = await MergedEntity.get({ organizationId, id: current }).go({ consistent: true })
    if (!data) return current
    current = data.to
  }
  return current
}
