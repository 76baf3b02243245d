import { reconcileStep } from '@messaging/contract/dashboard/operations.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { afterStep, newReconciliation, type Reconciliation } from './reconciliation.ts'

/**
 * Runs a reconciliation step by step, until it is done, stopped or fails. A failed step can be repeated. Leaving the page
 * stops it.
 */
export function useReconcile() {
  const [reconciliation, setReconciliation] = useState<Reconciliation>()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  const run = async (from: Reconciliation) => {
    isStopped.current = false
    setRunning(true)
    setError(undefined)
    setReconciliation(from)
    let current = from
    try {
      while (!current.isDone && !isStopped.current) {
        const { cursor, isDryRun: dryRun } = current
        current = afterStep(current, await call(reconcileStep, { body: { ...(cursor && { cursor }), dryRun } }))
        setReconciliation(current)
      }
    } catch (thrown) {
      setError(thrown)
    }
    setRunning(false)
  }
  return {
    reconciliation,
    isRunning,
    error,
    start: (isDryRun: boolean) => void run(newReconciliation(isDryRun)),
    resume: () => reconciliation && void run(reconciliation),
    stop: () => {
      isStopped.current = true
    },
  }
}
