import { useState } from 'react'

const PREFIX = 'draft:'

/** Returns the draft that was stored in this tab under a name, or an empty string. */
export function readDraft(name: string): string {
  return sessionStorage.getItem(`${PREFIX}${name}`) ?? ''
}

/** Stores a draft in this tab, so that it survives a reload. An empty text deletes it. */
export function writeDraft(name: string, text: string): void {
  if (text === '') sessionStorage.removeItem(`${PREFIX}${name}`)
  else sessionStorage.setItem(`${PREFIX}${name}`, text)
}

/**
 * Makes the drafts of a conversation those of the one that continues it: replies, notes, and what forms have. A draft that is there
 * already stays.
 */
export function moveDrafts(from: string, to: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (!key.startsWith(PREFIX) || !key.endsWith(from)) continue
    const name = `${key.slice(PREFIX.length, -from.length)}${to}`
    if (readDraft(name) === '') writeDraft(name, sessionStorage.getItem(key) ?? '')
    sessionStorage.removeItem(key)
  }
}

/** Deletes all drafts of this tab. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}

/** Returns the text of a draft, which survives navigation and reload, and a function that changes it. */
export function useDraft(name: string): readonly [text: string, change: (text: string) => void] {
  const [text, setText] = useState(() => readDraft(name))
  const change = (next: string) => {
    setText(next)
    writeDraft(name, next)
  }
  return [text, change]
}
