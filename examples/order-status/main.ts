import { answerWith, serve } from '../shared.ts'

/** The shop's orders. They stay in the shop: the agent asks for one when a customer does. */
const ORDERS = new Map([
  ['A-1042', { state: 'on its way', arrives: 'Friday' }],
  ['A-1043', { state: 'being packed', arrives: 'Monday' }],
])
const AUTHORIZATION = 'Bearer of the shop'

const shop = await serve(async ({ path, headers }) => {
  if (headers.authorization !== AUTHORIZATION) return { status: 401 }
  const order = ORDERS.get(path.replace('/orders/', ''))
  return order ? { status: 200, body: order } : { status: 404, body: { error: 'No order has this number.' } }
})

await answerWith({
  name: 'Order status',
  systemPrompt:
    'You tell customers of a bicycle shop where their orders are. Ask for the order number. Say only what find_order returns.',
  icebreakers: ['Where is my order?'],
  tools: [
    {
      name: 'find_order',
      description: 'Returns the state of an order and when it arrives.',
      creditCost: 0,
      apiSchema: {
        url: `${shop}/orders/{order}`,
        path_params: { order: { input: { type: 'description', description: 'The order number, such as A-1042.' } } },
        // Encrypted, and never shown to the model.
        request_headers: { authorization: { input: { type: 'value', value: AUTHORIZATION } } },
      },
    },
  ],
})
console.log(`The shop is at ${shop}`)
