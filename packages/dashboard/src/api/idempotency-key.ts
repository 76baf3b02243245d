/** What was last asked for, and the key that it was sent with. */
export interface Intent {
  readonly content: string
  readonly key: string
}

/**
 * The intent of an action: the one before when the same is asked for again and it is not known what became of it, so
 * that a click after a lost answer does not do it twice. `previous` is undefined once an answer came.
 */
export function intentOf(previous: Intent | undefined, input: unknown, newKey: () => string): Intent {
  const content = JSON.stringify(input) ?? ''
  return previous?.content === content ? previous : { content, key: newKey() }
}
