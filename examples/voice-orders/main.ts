import { answerWith, serve } from '../shared.ts'

const kitchen = await serve(async ({ body }) => {
  const { dishes, customer }: { dishes: string; customer: string } = JSON.parse(body.toString())
  if (!dishes.trim()) return { status: 400, body: { error: 'Ask the customer what they want to eat.' } }
  console.log(`${customer}: ${dishes}`)
  return { status: 200, body: { readyInMinutes: 25 } }
})

await answerWith({
  name: 'Voice orders',
  systemPrompt: [
    'You take orders of a restaurant. Customers often send voice messages, which you read as text.',
    'Repeat the dishes, and call place_order after the customer agrees.',
    'If a voice message could not be heard, ask for a text.',
  ].join('\n'),
  transcribeVoice: true,
  tools: [
    {
      name: 'place_order',
      description: 'Sends an order to the kitchen.',
      creditCost: 0,
      apiSchema: {
        url: `${kitchen}/orders`,
        method: 'POST',
        request_body: {
          dishes: { input: { type: 'description', description: 'The dishes and their number.' } },
          customer: { input: { type: 'value', value: '%PHONE_NUMBER%' } },
        },
      },
    },
  ],
})
console.log(`The kitchen is at ${kitchen}`)
