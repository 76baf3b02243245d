import { useEffect } from 'react'
import { retryDelayMs } from '../api/retry-delay.ts'

/** Calls `retry` after a delay that grows with the failures, and as soon as the browser is online again. */
export function useRetry(failures: number, retry: () => void): void {
  useEffect(() => {
    if (failures === 0) return
    const timer = setTimeout(retry, retryDelayMs(failures))
    window.addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [failures, retry])
}
