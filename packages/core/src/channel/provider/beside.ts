import type { ChannelEvent } from '../port.ts'
import { unreadable } from './unreadable.ts'

/** Maximum length of a name in a reason. */
const MAX_NAME_LENGTH = 60

/**
 * Returns an event for each list or object in `parent` whose name is not in `known`, so that a part that the provider adds is parked.
 * Empty ones and single values tell nothing alone. `place` is what the reason calls `parent`, `context` is parked with the part.
 */
export function readBeside(
  parent: unknown,
  known: readonly string[],
  { place, context = {} }: { readonly place: string; readonly context?: object },
): ChannelEvent[] {
  if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return []
  return Object.entries(parent)
    .filter(([name, value]) => !known.includes(name) && isFilled(value))
    .map(([name, value]) =>
      unreadable(`the unknown part ${name.slice(0, MAX_NAME_LENGTH)} in ${place}`, { ...context, [name]: value }),
    )
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
