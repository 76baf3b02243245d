import { checkWebhookUrl } from '@messaging/contract/dashboard/webhooks.ts'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { isEventBus, type WebhookValues } from './webhook-values.ts'

type Save = (values: WebhookValues, onError: (error: unknown) => void) => void

/**
 * Looks up the host of a new URL before a webhook is saved. If it has no address, nothing is saved until the user confirms.
 */
export function useUrlCheck(knownUrl: string, save: Save) {
  const [pending, setPending] = useState<{ readonly save: () => void }>()
  const checking = useAction(checkWebhookUrl)
  return {
    submit: (values: WebhookValues, onError: (error: unknown) => void) => {
      const { url } = values
      const now = () => save(values, onError)
      if (url === '' || url === knownUrl || isEventBus(url)) return now()
      checking.mutate(
        { body: { url } },
        { onSuccess: ({ hasAddress }) => (hasAddress ? now() : setPending({ save: now })), onError },
      )
    },
    isChecking: checking.isPending,
    error: checking.error,
    isUnknown: pending !== undefined,
    cancel: () => setPending(undefined),
    saveAnyway: () => {
      pending?.save()
      setPending(undefined)
    },
  }
}
