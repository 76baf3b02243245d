import { useState } from 'react'
import { readDraft, writeDraft } from '../../api/drafts.ts'

/** Returns the text of a draft, which survives navigation and reload, and a function that changes it. */
export function useDraft(name: string): readonly [text: string, change: (text: string) => void] {
  const [text, setText] = useState(() => readDraft(name))
  const change = (next: string) => {
    setText(next)
    writeDraft(name, next)
  }
  return [text, change]
}
