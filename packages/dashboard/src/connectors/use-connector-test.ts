import { testConnector } from '@messaging/contract/dashboard/connectors.ts'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { type ConnectorValues, connectorInput } from './connector-values.ts'

/**
 * Tests the connection before a connector is saved. If the server is unreachable, `failed` has the reason, and nothing
 * is saved until the user confirms.
 */
export function useConnectorTest(
  connectorId: string | undefined,
  save: (values: ConnectorValues, onError: (error: unknown) => void) => void,
) {
  const [pending, setPending] = useState<{ readonly save: () => void }>()
  const testing = useAction(testConnector)
  const failed = pending && testing.data?.problem ? testing.data : undefined
  return {
    submit: (values: ConnectorValues, onError: (error: unknown) => void) => {
      const { url, headers } = connectorInput(values)
      const now = () => save(values, onError)
      testing.mutate(
        { body: { url, headers, ...(connectorId !== undefined && { connectorId }) } },
        { onSuccess: ({ problem }) => (problem === null ? now() : setPending({ save: now })), onError },
      )
    },
    isTesting: testing.isPending,
    error: testing.error,
    failed,
    cancel: () => setPending(undefined),
    saveAnyway: () => {
      pending?.save()
      setPending(undefined)
    },
  }
}
