import { Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy-part.ts'

interface Shortcut {
  readonly key: string
  /** What it does. */
  readonly label: string
}

/** Shows the list of shortcuts. It always works, because the list is where shortcuts are enabled again. */
const HELP_KEY = '?'

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
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key])
  useListedKey(key, label)
}

/** Adds a key to the list that `?` shows, unless it has no label. */
export function useListedKey(key: string, label: string | undefined): void {
  useEffect(() => {
    if (label === undefined) return
    const entry = { key, label }
    change([...shown, entry])
    return () => change(shown.filter((each) => each !== entry))
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

/** Elements that use letters themselves: for text, or to find an entry. */
const TYPED = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]'
const SEARCHED = '[role="menu"], [role="listbox"], [role="combobox"], [role="tree"]'
const DIALOG = '[role="dialog"], [role="alertdialog"], dialog[open]'
/** Inputs that take no text. */
const UNTYPED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color']

/** Whether a key was pressed as a shortcut: not as text, not with a modifier, and not while a dialog is open. */
function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return false
  if (document.querySelector(DIALOG)) return false
  const { target } = event
  if (!(target instanceof Element)) return true
  if (target instanceof HTMLInputElement && UNTYPED.includes(target.type)) return true
  return target.closest(`${TYPED}, ${SEARCHED}`) === null
}

const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList)

/** Shows the shortcuts of the page when `?` is pressed. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState<boolean>()
  useShortcut(HELP_KEY, () => setOpen(true), 'Show keyboard shortcuts')
  return <Suspense>{isOpen !== undefined && <ShortcutList opened={isOpen} onClose={() => setOpen(false)} />}</Suspense>
}
