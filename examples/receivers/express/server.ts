import { verifyWebhook, WebhookVerificationError } from '@replywright/client'
import express from 'express'
import { openInbox } from '../inbox.ts'

const { PORT = '8080', WEBHOOK_SECRET: secret } = process.env
if (!secret) throw new Error('Set WEBHOOK_SECRET to the signing secret of the webhook')

const inbox = openInbox(async (event) => {
  if (event.event === 'message.received') console.log(`${event.from}: ${event.message.body}`)
})

const app = express()

// The signature covers the bytes of the body. A parser such as express.json() must not read this route first.
app.post('/webhook', express.raw({ type: () => true, limit: '1mb' }), async (request, response) => {
  const delivery = request.get('x-service-delivery')
  if (!delivery) return response.status(400).send('missing_delivery')
  try {
    inbox.store(delivery, await verifyWebhook(request.body ?? '', request.headers, secret))
    return response.status(204).end()
  } catch (error) {
    if (error instanceof WebhookVerificationError) return response.status(400).send(error.reason)
    throw error
  }
})

const server = app.listen(Number(PORT), () => console.log('Listening on', server.address()))
