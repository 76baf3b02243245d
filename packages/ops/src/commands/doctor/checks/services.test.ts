import { startTranscribe } from '@replywright/cloud/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { voiceCheck } from './services.ts'

const endpoint = await startTranscribe()
beforeAll(() => {
  for (const [name, value] of Object.entries(endpoint.environment)) vi.stubEnv(name, value)
})
afterAll(() => endpoint[Symbol.asyncDispose]())

test.each([
  ['', 'not_applicable', 'model server'],
  ['en-US,es-US', 'ok', 'Amazon Transcribe in eu-central-1 hears en-US,es-US'],
  ['en-US', 'fails', 'BadRequestException: identify-language requires'],
])('with the languages %j the state is %s', async (languages, state, tells) => {
  vi.stubEnv('TRANSCRIBE_LANGUAGES', languages)
  const { signal } = new AbortController()
  const found = await voiceCheck.run({ stage: 'prod', outputs: {}, now: 0, signal })
  expect(found).toMatchObject({ state, tells: expect.stringContaining(tells) })
})
