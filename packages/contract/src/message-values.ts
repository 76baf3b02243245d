/** Days that a message and its files are kept. */
export const MESSAGE_DAYS = 365

export const MESSAGE_STATUSES = ['sent', 'delivered', 'read', 'failed'] as const
