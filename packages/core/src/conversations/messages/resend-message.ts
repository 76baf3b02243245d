import type { ThreadMessage } from '@messaging/contract/dashboard/thread.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { signedUrl } from '../../platform/objects/objects.ts'
import { authorOf } from '../author.ts'
import { getConversation } from '../get-conversation.ts'
import { dispatchMessage } from './dispatch-message.ts'
import { MessageEntity } from './message-entity.ts'
import { viewSent } from './view-sent.ts'

/**
 * Sends the content of a failed outbound message again. A person's message that the provider refused at once is sent
 * under its own id, any other under `newId`. @throws ServiceError 404; 409 if it has not failed; as `dispatchMessage`
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
  if (failed.status !== 'failed') throw new ServiceError('conflict', 'The message has not failed.')
  const { type, text, media, buttons, template, detail, replyTo } = failed
  const file = media?.[0]
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
