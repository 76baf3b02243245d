import { useEffect, useRef, useState } from 'react'
import { showCount } from '../ui/document-title.ts'
import { contactName } from './name-words.ts'
import { mayNotify, newOnes, notify, waitingCount } from './notifications.ts'
import { IDLE_MS } from './poll-delay.ts'
import { useWaiting } from './use-waiting.ts'
import { waitingText } from './waiting-words.ts'

/** The delay outside the list, which polls more often. */
const delayMs = () => IDLE_MS.waiting

/** After the first page has been loaded. */
const START_MS = 2000

/** Shows how many customers wait for a person in the title of the tab, and notifies of new ones if the user wants it. */
export function WaitingWatch() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const idle = setTimeout(() => setIdle(true), START_MS)
    return () => clearTimeout(idle)
  }, [])
  const { data } = useWaiting(delayMs, isIdle)
  const known = useRef<ReadonlySet<string> | undefined>(undefined)
  useEffect(() => {
    if (!data) return
    showCount(waitingCount(data))
    const added = newOnes(known.current, data.rows)
    known.current = new Set(data.rows.map(({ id }) => id))
    if (!mayNotify()) return
    for (const conversation of added)
      notify(`${contactName(conversation.contact)} waits for a person`, {
        ...(conversation.waiting && { body: waitingText(conversation.waiting) }),
        tag: conversation.id,
      })
  }, [data])
  return null
}

/** The number of customers who wait for a person, which `WaitingWatch` reads; nothing if there are none. */
export function WaitingCount({ className }: { readonly className: string | undefined }) {
  const { data } = useWaiting(delayMs, false)
  const count = data && waitingCount(data)
  return count ? (
    <span className={className} title="Customers waiting for a person">
      {count}
    </span>
  ) : null
}
