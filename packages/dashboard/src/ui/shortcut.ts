import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isShortcut } from './shortcut-rules.ts'

export interface Shortcut {
  readonly key: string
  /** What it does. */
  readonly label: string
}

/** Shows the list of shortcuts. It always works, because the list is where shortcuts are enabled again. */
export const HELP_KEY = '?'

const STORED = 'shortcuts'
const listeners = new Set<() => void>()
let shown: readonly Shortcut[] = []

function change(next: readonly Shortcut[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Runs `action` when `key` (a `KeyboardEvent.key`, such as `j` or `?`) is pressed outside of fields, menus and dialogs and
 * without Ctrl, Alt or Meta. A shortcut with a `label` is in the list that `?` shows. Users can disable all shortcuts.
 */
export function useShortcut(key: string, action: () => void, label?: string): void {
  const run = useEffectEvent(action)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || !(key === HELP_KEY || areShortcutsEnabled()) || !isShortcut(event)) return
      event.preventDefault()
      run()
    }
    const entry = label === undefined ? undefined : { key, label }
    if (entry) change([...shown, entry])
    document.addEventListener('keydown', listen)
    return () => {
      document.removeEventListener('keydown', listen)
      if (entry) change(shown.filter((each) => each !== entry))
    }
  }, [key, label])
}

/** Returns the labelled shortcuts of the page. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(subscribe, () => shown)
}

export function areShortcutsEnabled(): boolean {
  return localStorage.getItem(STORED) !== 'off'
}

/** People who dictate or press keys by accident can disable single-key shortcuts (WCAG 2.1.4). */
export function enableShortcuts(isEnabled: boolean): void {
  if (isEnabled) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, 'off')
}
