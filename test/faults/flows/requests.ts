import type { Flow, World } from '../flow.ts'

/**
 * Who stored a message sends it, once. When it ends before it has called the provider, or never learns that the message is
 * stored, nobody knows whether it was sent: then it is not sent again, and is shown without a status.
 */
const mayStayUnsent = ({ disturbance }: World) =>
  disturbance !== undefined && ['fail-after×3', 'kill-before', 'kill-after'].includes(disturbance)

/** What clients ask for that must happen once for each Idempotency-Key. */
export const requestFlows: readonly Flow[] = [
  {
    name: 'send',
    setting: { webhooks: 0, listeners: [] },
    before: ({ customerWrites }) => customerWrites('hello'),
    async act({ post, tenant }) {
      const template = { name: 'order_update', language: 'en', variables: [] }
      await post(`/conversations/${tenant.conversationId}/messages/`, { type: 'template', template })
    },
    settled: (world) => {
      const isSent = world.sentToCustomer() > 0 || !mayStayUnsent(world)
      return {
        deliveries: [],
        messages: [
          { direction: 'inbound', text: 'hello' },
          { direction: 'outbound', text: '', ...(isSent && { status: 'delivered' }) },
        ],
        sent: isSent ? 1 : 0,
      }
    },
  },
  {
    name: 'start',
    setting: { webhooks: 0, listeners: [] },
    act: async ({ post, tenant }) => void (await post('/conversations/', { toNumber: tenant.customer })),
    settled: () => ({ deliveries: [], messages: [] }),
  },
]
