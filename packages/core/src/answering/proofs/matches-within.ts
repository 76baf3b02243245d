import { createContext, runInContext } from 'node:vm'

/** Longer than any sensible expression takes for a reply. */
const MOST_MILLISECONDS = 250

/**
 * Returns whether a text matches a regular expression of an organisation, without regard to case. One that takes too long does not
 * match: the engine is interrupted, because such an expression would keep the worker busy.
 */
export function matchesWithin(pattern: string, text: string): boolean {
  try {
    const context = createContext({ expression: new RegExp(pattern, 'iu'), text })
    return runInContext('expression.test(text)', context, { timeout: MOST_MILLISECONDS }) === true
  } catch {
    return false
  }
}
