export const MESSAGE_STATUSES = ['sent', 'delivered', 'read', 'failed'] as const
