import { key } from '../../platform/table/entity.ts'

/** The partition of a conversation, where everything that belongs to it is: its messages, turns and wake-ups. */
export const conversationPartition = key('pk', 'c#${organizationId}#${conversationId}')
