import { getLinkSession } from '@replywright/contract/link-sessions.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { read } from '../api/call.ts'
import { tell } from '../ui/notices.tsx'
import { connectText } from './connect-text.ts'

const KEY = 'connecting'

/** Remembers the signup that this tab opens. */
export function rememberLink(id: string): void {
  sessionStorage.setItem(KEY, id)
}

/** Tells once how the signup ended that this tab has opened. */
export function useConnectResult(): void {
  const [id] = useState(() => sessionStorage.getItem(KEY) ?? undefined)
  const { data } = useQuery({ ...read(getLinkSession, { params: { id: id ?? '' } }), enabled: id !== undefined })
  useEffect(() => {
    if (!data || sessionStorage.getItem(KEY) === null) return
    sessionStorage.removeItem(KEY)
    tell(connectText(data))
  }, [data])
}
