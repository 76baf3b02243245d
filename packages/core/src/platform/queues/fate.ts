/** What becomes of a queue's message: it is deleted, or kept and shown again after so many seconds. */
export type MessageFate = { readonly kind: 'delete' } | { readonly kind: 'keep'; readonly visibilitySeconds: number }

export const DELETE: MessageFate = { kind: 'delete' }

/** Decided again in a moment. */
export const LATER: MessageFate = { kind: 'keep', visibilitySeconds: 1 }
