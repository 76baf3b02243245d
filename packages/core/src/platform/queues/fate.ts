/** What becomes of a queue's message: it is deleted, or kept and shown again after so many seconds. */
export type Fate = { readonly kind: 'delete' } | { readonly kind: 'keep'; readonly visibilitySeconds: number }

export const DELETE: Fate = { kind: 'delete' }

/** Decided again in a moment. */
export const LATER: Fate = { kind: 'keep', visibilitySeconds: 1 }

/** Keeps a message, to be shown again after so many seconds. */
export function keep(visibilitySeconds: number): Fate {
  return { kind: 'keep', visibilitySeconds }
}
