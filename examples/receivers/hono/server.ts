import { serve } from '@hono/node-server'
import { verifyWebhook, WebhookVerificationError } from '@replywright/client'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { openInbox } from '../inbox.ts'

const { PORT = '8080', WEBHOOK_SECRET: secret } = process.env
if (!secret) throw new Error('Set WEBHOOK_SECRET to the signing secret of the webhook')

const inbox = openInbox(async (event) => {
  if (event.event === 'message.received') console.log(`${event.from}: ${event.message.body}`)
})

const app = new Hono()

app.post('/webhook', bodyLimit({ maxSize: 1024 * 1024 }), async (c) => {
  const delivery = c.req.header('x-service-delivery')
  if (!delivery) return c.text('missing_delivery', 400)
  try {
    inbox.store(delivery, await verifyWebhook(await c.req.text(), c.req.raw.headers, secret))
    return c.body(null, 204)
  } catch (error) {
    if (error instanceof WebhookVerificationError) return c.text(error.reason, 400)
    throw error
  }
})

serve({ fetch: app.fetch, port: Number(PORT) }, (address) => console.log('Listening on', address))
