/** Whether a processed message is deleted, or kept and visible again after `visibilitySeconds`. */
export type Fate = { readonly kind: 'delete' } | { readonly kind: 'keep'; readonly visibilitySeconds: number }

export const DELETE: Fate = { kind: 'delete' }

export const LATER: Fate = { kind: 'keep', visibilitySeconds: 1 }

export function keep(visibilitySeconds: number): Fate {
  return { kind: 'keep', visibilitySeconds }
}
