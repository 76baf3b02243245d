import { verifyWebhook, WebhookVerificationError } from '@replywright/client'
import { fastify } from 'fastify'
import { openInbox } from '../inbox.ts'

const { PORT = '8080', WEBHOOK_SECRET: secret } = process.env
if (!secret) throw new Error('Set WEBHOOK_SECRET to the signing secret of the webhook')

const inbox = openInbox(async (event) => {
  if (event.event === 'message.received') console.log(`${event.from}: ${event.message.body}`)
})

const app = fastify()

// In a plugin of its own, so that other routes keep their parsers.
app.register(async (webhooks) => {
  // The signature covers the bytes of the body, so they are not parsed.
  webhooks.removeAllContentTypeParsers()
  webhooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  webhooks.post<{ Body?: Buffer }>('/webhook', async ({ body, headers }, reply) => {
    const delivery = headers['x-service-delivery']
    if (typeof delivery !== 'string') return reply.code(400).send('missing_delivery')
    try {
      inbox.store(delivery, await verifyWebhook(body ?? '', headers, secret))
      return reply.code(204).send()
    } catch (error) {
      if (error instanceof WebhookVerificationError) return reply.code(400).send(error.reason)
      throw error
    }
  })
})

console.log('Listening on', await app.listen({ port: Number(PORT), host: '0.0.0.0' }))
