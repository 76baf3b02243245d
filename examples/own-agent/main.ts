import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { ApiError } from '@replywright/client'
import { generateText, isStepCount, jsonSchema, type ModelMessage, tool } from 'ai'
import { openInbox } from '../receivers/inbox.ts'
import { client, number, ready, receive, serve } from '../shared.ts'

const { MODEL_BASE_URL = `${ready.modelUrl}/v1`, MODEL_API_KEY = 'demo-model-key', MODEL_ID = 'small' } = process.env
const model = createOpenAICompatible({ name: 'server', baseURL: MODEL_BASE_URL, apiKey: MODEL_API_KEY })(MODEL_ID)

const tools = {
  opening_hours: tool({
    description: 'Returns when the shop is open on a day of the week.',
    inputSchema: jsonSchema<{ day: string }>({
      type: 'object',
      properties: { day: { type: 'string' } },
      required: ['day'],
      additionalProperties: false,
    }),
    execute: async ({ day }) => (day === 'Sunday' ? 'closed' : '9:00 to 18:00'),
  }),
}

/** Returns the latest texts of a conversation, oldest first. The service keeps them, so this program has no database. */
async function historyOf(conversationId: string): Promise<ModelMessage[]> {
  const { results } = await client.conversations.listMessages(conversationId, { limit: 30 })
  return results
    .filter(({ text }) => text !== '')
    .map(({ role, text }): ModelMessage => ({ role: role === 'user' ? 'user' : 'assistant', content: text }))
    .reverse()
}

// Deliveries are stored before the response, and answered after it: a model may need longer than a delivery may take.
const inbox = openInbox(async (event) => {
  if (event.event !== 'subscription.message.received') return
  const { conversationId, message } = event
  const messages = await historyOf(conversationId)
  if (messages.length === 0) return
  const { text } = await generateText({
    model,
    tools,
    instructions: 'You are the assistant of a bicycle shop.',
    messages,
    stopWhen: isStepCount(5),
  })
  if (text === '') return
  try {
    // An event that is handled twice sends one answer.
    await client.conversations.sendMessage(
      conversationId,
      { type: 'text', text: { body: text } },
      { idempotencyKey: `answer-${message.id}` },
    )
  } catch (error) {
    // It would be refused again. The reason `idempotency_key_reused`: an answer with another text was sent before.
    const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 429
    if (!isFinal) throw error
    console.error(`No answer to ${message.id}: ${error.message}`)
  }
})

const url = await serve(async (request) => await receive(request, inbox))
await client.phoneNumbers.subscribe(number, { webhookId: ready.webhook.id })
console.log(`The agent is at ${url}`)
