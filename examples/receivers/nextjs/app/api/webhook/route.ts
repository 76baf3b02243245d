import { verifyWebhook, WebhookVerificationError } from '@replywright/client'
import { openInbox } from '../../../../inbox.ts'

let inbox: ReturnType<typeof openInbox> | undefined

export async function POST(request: Request): Promise<Response> {
  // Opened by the first request, because `next build` imports this module, too.
  inbox ??= openInbox(async (event) => {
    if (event.event === 'message.received') console.log(`${event.from}: ${event.message.body}`)
  })
  const delivery = request.headers.get('x-service-delivery')
  if (!delivery) return new Response('missing_delivery', { status: 400 })
  try {
    const event = await verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET ?? '')
    inbox.store(delivery, event)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(error.reason, { status: 400 })
    throw error
  }
}
