import { MOST_SAVED_REPLIES, type SavedReply } from '@replywright/contract/dashboard/saved-replies.ts'
import { derivedId } from '../platform/clock.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { entity, key } from '../platform/table/entity.ts'

/** Returns the saved replies of an organisation by name. Read strongly. */
export async function listSavedReplies(organizationId: string): Promise<SavedReply[]> {
  const { data } = await SavedReplyEntity.query
    .byOrganization({ organizationId })
    .go({ pages: 'all', consistent: true })
  return data.map(({ id, name, text }) => ({ id, name, text })).toSorted((a, b) => a.name.localeCompare(b.name))
}

/**
 * Saves a reply, instead of the one with the same name. Concurrent requests can exceed the limit by a few.
 * @throws ServiceError 409 for more replies than the limit
 */
export async function saveReply(
  organizationId: string,
  { name, text }: Pick<SavedReply, 'name' | 'text'>,
): Promise<SavedReply> {
  const id = derivedId('saved reply', organizationId, name.toLowerCase())
  const others = (await listSavedReplies(organizationId)).filter((reply) => reply.id !== id)
  if (others.length >= MOST_SAVED_REPLIES)
    throw conflict('limit_reached', `${MOST_SAVED_REPLIES} saved replies is the limit. Delete one first.`)
  await SavedReplyEntity.put({ organizationId, id, name, text }).go()
  return { id, name, text }
}

/** Deletes a reply. @throws ServiceError 404 for an unknown or foreign reply */
export async function deleteSavedReply(organizationId: string, id: string): Promise<undefined> {
  const { data } = await SavedReplyEntity.get({ organizationId, id }).go({ consistent: true })
  if (!data) throw notFound('saved reply')
  await SavedReplyEntity.delete({ organizationId, id }).go()
}

/**
 * A text that members of an organisation send often. Its id derives from its name. Access: all of an organisation. No
 * expiry: members delete it.
 */
export const SavedReplyEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'savedReply', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    name: { type: 'string', required: true },
    text: { type: 'string', required: true },
  },
  indexes: {
    byOrganization: { pk: key('pk', 'o#${organizationId}'), sk: key('sk', 'savedReply#${id}') },
  },
}))
