import type { Caller } from '../platform/request.ts'

/** The writer of a message, or the person who changed a conversation: a dashboard user, or an API key. */
export interface Author {
  readonly userId?: string
  readonly keyName?: string
}

/** The stored value of an author. Empty for the owner of the number in the provider's app. */
export const authorAttribute = {
  type: 'map',
  properties: { userId: { type: 'string', field: 'u' }, keyName: { type: 'string', field: 'k' } },
} as const

export function authorOf({ userId, apiKey }: Pick<Caller, 'userId' | 'apiKey'>): Author {
  return apiKey === undefined ? { userId } : { keyName: apiKey.name }
}
