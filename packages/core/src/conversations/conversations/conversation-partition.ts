/** The partition of a conversation, where everything that belongs to it is: its messages, turns and wake-ups. */
export const conversationPartition = {
  field: 'pk',
  composite: ['organizationId', 'conversationId'],
  template: 'c#${organizationId}#${conversationId}',
  casing: 'none',
} as const
