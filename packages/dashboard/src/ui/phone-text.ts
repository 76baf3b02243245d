import { useSyncExternalStore } from 'react'

type Format = (number: string) => string

const withoutPlus: Format = (number) => number.replace(/^\+/, '')
const withPlus: Format = (number) => number && `+${withoutPlus(number)}`

let format = withPlus
let isRequested = false
const listeners = new Set<() => void>()

/** The rules of all countries have 30 KB, so they are loaded after the first number is shown. */
async function load(): Promise<void> {
  if (isRequested) return
  isRequested = true
  try {
    const { formatPhone } = await import('./phone-format.ts')
    format = (number) => formatPhone(withoutPlus(number)) ?? withPlus(number)
    for (const listener of listeners) listener()
  } catch {
    // Without a connection. The next number that is shown requests them again.
    isRequested = false
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void load()
  return () => listeners.delete(listener)
}

/** Returns a function that writes a number, with or without a plus sign, as people read it: `+44 7700 900100`. */
export function usePhoneText(): Format {
  return useSyncExternalStore(subscribe, () => format)
}
