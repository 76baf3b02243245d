import { afterEach, expect, test, vi } from 'vitest'
import { embedTexts } from '../../models/embed.ts'
import { ModelDownError } from '../../models/model-errors.ts'
import { countTokens } from '../../usage/count-tokens.ts'
import { embedPassages, embedQuery } from './embed-passages.ts'

vi.mock(import('../../models/embed.ts'))
vi.mock(import('../../usage/count-tokens.ts'))
afterEach(() => {
  vi.resetAllMocks()
})

const passages = [
  { place: 'Returns', text: 'Thirty days.' },
  { place: '', text: 'No fees.' },
]
const payer = { organizationId: 'o', agentId: 'a' }
const call = { signal: new AbortController().signal, now: 0 }

test('embeds passages with their headings, and keeps their vectors in one array', async () => {
  vi.mocked(embedTexts).mockResolvedValue({
    model: 'm',
    vectors: [Int8Array.of(1, 2), Int8Array.of(3, 4)],
    tokens: 7,
    microUsd: 3,
  })
  expect(await embedPassages(passages, payer)).toEqual({ model: 'm', dimensions: 2, values: Int8Array.of(1, 2, 3, 4) })
  expect(vi.mocked(embedTexts).mock.calls[0]?.[0]).toEqual(['Returns\nThirty days.', 'No fees.'])
  expect(await embedQuery('fees', payer, call)).toEqual({
    failed: false,
    vector: { model: 'm', vector: Int8Array.of(1, 2) },
  })
  const cost = { inputTokens: 7, outputTokens: 0, microUsd: 3 }
  expect(vi.mocked(countTokens).mock.calls).toEqual([
    [payer, cost, expect.any(Number)],
    [payer, cost, call.now],
  ])
})

test('without a model there are no vectors, and nothing failed', async () => {
  vi.mocked(embedTexts).mockResolvedValue(undefined)
  expect(await embedPassages(passages, payer)).toBeUndefined()
  expect(await embedQuery('fees', payer, call)).toEqual({ failed: false })
})

test('a model that is down leaves the search by words', async () => {
  vi.mocked(embedTexts).mockRejectedValue(new ModelDownError('timeout'))
  expect(await embedPassages(passages, payer)).toBeUndefined()
  expect(await embedQuery('fees', payer, call)).toEqual({ failed: true })
})

test('the end of the turn ends the search', async () => {
  vi.mocked(embedTexts).mockRejectedValue(new ModelDownError('timeout'))
  await expect(embedQuery('fees', payer, { signal: AbortSignal.abort(), now: 0 })).rejects.toThrow('down')
})
