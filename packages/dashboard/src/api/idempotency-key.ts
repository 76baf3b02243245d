import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
/** The latest request and its idempotency key. */
export interface Intent {
  readonly content: string
  readonly key: string
}

/**
 * Returns the previous intent if the input is the same, or a new one. `previous` is undefined once a response was
 * received. A click after a lost response therefore repeats the request with the same key.
 */
export function intentOf(previous: Intent | undefined, input: unknown, newKey: () => string): Intent {
  const content = stringifyExactJson(input) ?? ''
  return previous?.content === content ? previous : { content, key: newKey() }
}
