import { key } from '../platform/table/entity.ts'

/** The partition of a conversation with its messages, turns and wake-ups. */
export const conversationPartition = key('pk', 'c#${organizationId}#${conversationId}')
