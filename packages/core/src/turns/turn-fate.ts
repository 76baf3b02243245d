/** What becomes of the queue's message of a turn: it is deleted, or shown again after a while. */
export type TurnFate = { readonly kind: 'delete' } | { readonly kind: 'keep'; readonly visibilitySeconds: number }

export const DELETE: TurnFate = { kind: 'delete' }
