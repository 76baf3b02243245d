import { json } from 'node:stream/consumers'
import { answer, listen } from '@replywright/simulators/http.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { generateStep } from '../../agents/models/generate-step.ts'
import { openLanguageModel } from '../../agents/models/open-model.ts'
import type { HistoryMessage } from './build-history.ts'
import { tellCalls } from './tell-calls.ts'

const bodies: unknown[] = []
let bedrock: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  bedrock = await listen(async (request, response) => {
    bodies.push(await json(request))
    const output = { message: { role: 'assistant', content: [{ text: 'Yes.' }] } }
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
    answer(response, { status: 200, body: { output, stopReason: 'end_turn', usage } })
  })
  vi.stubEnv('AWS_ENDPOINT_URL', bedrock.url)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'k')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 's')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await bedrock.close()
})

const FIND = { name: 'find_item', description: 'Finds.', parameters: { type: 'object', properties: {} } }
const history: HistoryMessage[] = [
  { role: 'user', text: 'Do you have bells?' },
  {
    role: 'calls',
    agentId: 'a',
    calls: [{ id: 'abc123def', name: 'find_item', args: { q: 'bell' }, text: 'KB-7731' }],
  },
  { role: 'assistant', text: 'One.' },
  { role: 'user', text: 'Return it.' },
]

async function bodyFor(tools: readonly (typeof FIND)[]): Promise<unknown> {
  const names = new Set(tools.map(({ name }) => name))
  const { messages, note } = tellCalls(history, [], { agentId: 'a', tools: names })
  const model = await openLanguageModel({ kind: 'bedrock', id: 'amazon.nova-lite-v1:0' })
  await generateStep({ model, system: 'Rules.', facts: note, messages, tools, signal: new AbortController().signal })
  return bodies.at(-1)
}

test('Amazon Bedrock gets each earlier call with its result in the next message', async () => {
  expect(await bodyFor([FIND])).toMatchObject({
    messages: [
      { role: 'user', content: [{ text: 'Do you have bells?' }] },
      {
        role: 'assistant',
        content: [{ toolUse: { toolUseId: 'abc123def', name: 'find_item', input: { q: 'bell' } } }],
      },
      { role: 'user', content: [{ toolResult: { toolUseId: 'abc123def', content: [{ text: 'KB-7731' }] } }] },
      { role: 'assistant', content: [{ text: 'One.' }] },
      { role: 'user', content: [{ text: 'Return it.' }] },
    ],
    toolConfig: { tools: expect.anything() },
  })
})

test('Amazon Bedrock gets earlier calls in words if there are no tools', async () => {
  const body = JSON.stringify(await bodyFor([]))
  expect(body).toContain('KB-7731')
  expect(body).not.toMatch(/toolUse|toolResult|toolConfig/)
})
