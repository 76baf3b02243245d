import type { Flow } from '../flow.ts'

const HOUR_SECONDS = 3600
const setting = { webhooks: 1, listeners: [], routedTo: 0 }
const disturbs = ['Window']
const messages = [{ direction: 'inbound', text: 'one' }] as const
const own = { to: 0, event: 'subscription.message.received', text: 'one' } as const
const expiring = { to: 0, event: 'subscription.service_window.expiring' } as const
const closed = { to: 0, event: 'subscription.service_window.closed' } as const

/** Service windows whose events are due when the customer's message arrives late. */
export const windowFlows: readonly Flow[] = [
  {
    name: 'window-expiring',
    setting,
    disturbs,
    act: ({ customerWrites }) => customerWrites('one', 23.5 * HOUR_SECONDS),
    expected: () => ({ deliveries: [own, expiring], messages }),
  },
  {
    name: 'window-closed',
    setting,
    disturbs,
    act: ({ customerWrites }) => customerWrites('one', 25 * HOUR_SECONDS),
    expected: () => ({ deliveries: [own, expiring, closed], messages, scheduled: false }),
  },
]
