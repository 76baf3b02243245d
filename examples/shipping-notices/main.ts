import { answerWith, number, serve, submitTemplate } from '../shared.ts'

const SECRET = process.env.TRIGGER_SECRET ?? 'keep this one secret'

const templateId = await submitTemplate({
  name: 'order_shipped',
  category: 'UTILITY',
  components: [
    { type: 'BODY', text: 'Hi {{1}}, order {{2}} has shipped.', example: { body_text: [['Alex', 'A-1042']] } },
  ],
})
const agent = await answerWith({
  name: 'Shipping notices',
  systemPrompt: 'You answer questions about orders that have just shipped. Parcels take two days.',
  outboundTriggers: [{ secret: SECRET, templateId, templateName: 'order_shipped' }],
})
const trigger = agent.outboundTriggers[0]?.url
if (!trigger) throw new Error('the agent has no trigger')

/** What the warehouse calls for each parcel. The trigger needs no API key: its secret allows this template only. */
const url = await serve(async ({ body }) => {
  const { order, name, phone }: { order: string; name: string; phone: string } = JSON.parse(body.toString())
  const response = await fetch(trigger, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-trigger-secret': SECRET,
      // The warehouse may repeat its call: the customer gets one message.
      'idempotency-key': `shipped-${order}`,
    },
    body: JSON.stringify({ toNumber: phone, fromNumber: number, variables: [name, order] }),
  })
  return { status: response.status, body: await response.json() }
})
console.log(`The warehouse reports parcels at ${url}`)
