import { useEffect } from 'react'
import { isLive } from './poll-delay.ts'

let activeAt = Date.now()

/** Notes that something happened, so that the inbox polls often for a while. */
export function noteActivity(): void {
  activeAt = Date.now()
}

export function isInboxLive(): boolean {
  return isLive(activeAt, Date.now())
}

const INPUTS = ['keydown', 'pointerdown', 'wheel', 'focus'] as const

/** Notes the input of the user while the inbox is shown. */
export function useActivity(): void {
  useEffect(() => {
    noteActivity()
    for (const type of INPUTS) window.addEventListener(type, noteActivity, { capture: true, passive: true })
    return () => {
      for (const type of INPUTS) window.removeEventListener(type, noteActivity, { capture: true })
    }
  }, [])
}
