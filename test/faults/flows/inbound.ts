import type { Flow } from '../flow.ts'

/** Larger than a delivery's item: its payload is stored in a separate item. */
const LONG_TEXT = 'long '.repeat(1000)

const received = (to: number, text: string) => ({ to, event: 'message.received', text }) as const
const own = (to: number, text: string) => ({ to, event: 'subscription.message.received', text }) as const
const inbound = (text: string) => ({ direction: 'inbound', text }) as const

export const inboundFlows: readonly Flow[] = [
  {
    name: 'inbound',
    setting: { webhooks: 1, listeners: [0], routedTo: 0 },
    // The first message creates the conversation, the second continues it.
    async act({ customerWrites }) {
      await customerWrites('one')
      await customerWrites('two')
    },
    expected: () => ({
      deliveries: [received(0, 'one'), own(0, 'one'), received(0, 'two'), own(0, 'two')],
      messages: [inbound('one'), inbound('two')],
    }),
  },
  {
    name: 'fan-out',
    setting: { webhooks: 3, listeners: [0, 1, 2], routedTo: 1 },
    disturbs: ['Ingress', 'Relay'],
    act: ({ customerWrites }) => customerWrites('one'),
    expected: () => ({
      deliveries: [received(0, 'one'), received(1, 'one'), received(2, 'one'), own(1, 'one')],
      messages: [inbound('one')],
    }),
  },
  {
    name: 'bus',
    setting: { webhooks: 1, listeners: [0], bus: [0] },
    disturbs: ['Deliver'],
    act: ({ customerWrites }) => customerWrites('one'),
    expected: () => ({ deliveries: [received(0, 'one')], messages: [inbound('one')] }),
  },
  {
    name: 'long-message',
    setting: { webhooks: 1, listeners: [0] },
    disturbs: ['Ingress'],
    act: ({ customerWrites }) => customerWrites(LONG_TEXT),
    expected: () => ({ deliveries: [received(0, LONG_TEXT)], messages: [inbound(LONG_TEXT)] }),
  },
]
