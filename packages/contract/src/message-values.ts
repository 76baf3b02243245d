/** Retention of a message and its files, in days. */
export const MESSAGE_DAYS = 365

export const MESSAGE_STATUSES = ['sent', 'delivered', 'read', 'failed'] as const
