/**
 * What happens to a queue message after processing: it is deleted, or it is kept and becomes visible again after
 * `visibilitySeconds`.
 */
export type Fate = { readonly kind: 'delete' } | { readonly kind: 'keep'; readonly visibilitySeconds: number }

export const DELETE: Fate = { kind: 'delete' }

/** Retries after a second. */
export const LATER: Fate = { kind: 'keep', visibilitySeconds: 1 }

/** Keeps a message. It becomes visible again after `visibilitySeconds`. */
export function keep(visibilitySeconds: number): Fate {
  return { kind: 'keep', visibilitySeconds }
}
