import { noteWriting } from '@replywright/contract/dashboard/thread.ts'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/use-me.ts'

/** Less than the time for which it holds. */
const AGAIN_MS = 8_000

/** Tells the other members while the user changes a text, at most every 8 seconds. A failure is ignored: nothing depends on it. */
export function useWriting(id: string, text: string): void {
  const mayWrite = useMay(noteWriting)
  const last = useRef({ id, text, at: 0 })
  useEffect(() => {
    const { current } = last
    if (current.id !== id) {
      last.current = { id, text, at: 0 }
      return
    }
    if (current.text === text || !mayWrite) return
    current.text = text
    const isWriting = text !== ''
    const now = Date.now()
    if (isWriting ? now - current.at < AGAIN_MS : current.at === 0) return
    current.at = isWriting ? now : 0
    call(noteWriting, { params: { id }, body: { isWriting } }).catch(() => {})
  }, [id, text, mayWrite])
}
