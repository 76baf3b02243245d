import { listen, readBody } from '@messaging/simulators/http.ts'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test('Amazon Bedrock is called with the signature of the role, where AWS is', async () => {
  const calls: { url?: string | undefined; authorization?: string | undefined; body: unknown }[] = []
  const bedrock = await listen(async (request, response) => {
    const body = JSON.parse((await readBody(request)).toString())
    calls.push({ url: request.url, authorization: request.headers.authorization, body })
    const message = { role: 'assistant', content: [{ text: 'Hello.' }] }
    const usage = { inputTokens: 3, outputTokens: 2, totalTokens: 5 }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ output: { message }, stopReason: 'end_turn', usage }))
  })
  vi.stubEnv('AWS_ENDPOINT_URL', bedrock.url)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.resetModules()
  const { openLanguageModel } = await import('./open-model.ts')
  const { generateStep } = await import('./generate-step.ts')
  const id = 'global.anthropic.claude-haiku-4-5-20251001-v1:0'
  const step = await generateStep({
    model: await openLanguageModel({ kind: 'bedrock', id }),
    system: 'Be brief.',
    messages: [
      { role: 'assistant', text: 'Your order is here.' },
      { role: 'user', text: 'Hi' },
    ],
    tools: [],
    signal: new AbortController().signal,
  })
  await bedrock.close()
  expect(step).toMatchObject({ text: 'Hello.', usage: { inputTokens: 3, outputTokens: 2 } })
  expect(calls).toMatchObject([
    {
      url: `/model/${encodeURIComponent(id)}/converse`,
      authorization: expect.stringContaining('AKIDEXAMPLE'),
      body: {
        system: [{ text: 'Be brief.' }],
        messages: [
          { role: 'user', content: [{ text: '[The conversation begins.]' }] },
          { role: 'assistant', content: [{ text: 'Your order is here.' }] },
          { role: 'user', content: [{ text: 'Hi' }] },
        ],
      },
    },
  ])
})
