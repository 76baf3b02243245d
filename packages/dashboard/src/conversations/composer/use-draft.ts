import { useState } from 'react'
import { readDraft, writeDraft } from '../../api/drafts.ts'

/** Returns the text of a conversation's draft, which survives navigation and reload, and a function that changes it. */
export function useDraft(conversationId: string): readonly [text: string, change: (text: string) => void] {
  const [text, setText] = useState(() => readDraft(conversationId))
  const change = (next: string) => {
    setText(next)
    writeDraft(conversationId, next)
  }
  return [text, change]
}
