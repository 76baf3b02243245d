import { connectAgent, subscribePhoneNumber, unsubscribePhoneNumber } from '@messaging/contract/phone-numbers.ts'
import { useAction } from '../api/use-action.ts'
import { tell } from '../ui/tell.ts'
import type { RoutingValues } from './routing-change.ts'

/** Returns a function that changes the default routing of a number with the operation for the values' mode. */
export function useRouteNumber(number: string, onDone: () => void) {
  const done = () => {
    tell(`Routing of +${number} changed`)
    onDone()
  }
  const connecting = useAction(connectAgent, { onDone: done })
  const subscribing = useAction(subscribePhoneNumber, { onDone: done })
  const unsubscribing = useAction(unsubscribePhoneNumber, { onDone: done })
  const all = [connecting, subscribing, unsubscribing]
  return {
    isPending: all.some(({ isPending }) => isPending),
    error: all.find(({ error }) => error)?.error,
    reset: () => {
      for (const action of all) action.reset()
    },
    route: ({ mode, agentId, webhookId, applyToExisting }: RoutingValues, onError: (error: unknown) => void) => {
      const params = { n: number }
      for (const action of all) action.reset()
      if (mode === 'agent') connecting.mutate({ params, body: { agentId, applyToExisting } }, { onError })
      else if (mode === 'webhook') subscribing.mutate({ params, body: { webhookId, applyToExisting } }, { onError })
      else unsubscribing.mutate({ params, body: { applyToExisting } }, { onError })
    },
  }
}
