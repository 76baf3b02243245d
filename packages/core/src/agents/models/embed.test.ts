import { startModel } from '@replywright/simulators/model/model.ts'
import { expect, test } from 'vitest'
import { embedWith } from './embed.ts'
import { openEmbeddingModel } from './open-model.ts'
import { similarity } from './quantize.ts'

test('embeds texts in their order, and throws the same errors as a text call', async () => {
  await using simulator = await startModel()
  simulator.script('a cat', [{ status: 429 }, { status: 400 }])
  const server = { kind: 'server', id: 'embedding', baseUrl: `${simulator.url}/v1`, apiKey: '' } as const
  const model = await openEmbeddingModel(server)
  const { signal } = new AbortController()
  const embed = (...texts: string[]) =>
    embedWith({ name: 'text-embedding-3-small', model, texts, use: 'query', signal })
  await expect(embed('a cat')).rejects.toMatchObject({ name: 'ModelDownError', status: 429 })
  await expect(embed('a cat')).rejects.toMatchObject({ name: 'ModelRefusedError', status: 400 })
  const embedded = await embed('a cat', 'cats', 'parcel')
  expect(embedded.vectors.map(({ length }) => length)).toEqual([512, 512, 512])
  const [cat, cats, parcel] = embedded.vectors
  const nearness = (other: Int8Array = new Int8Array(512)) => similarity(cat ?? other, other, 0)
  expect(nearness(cat)).toBeCloseTo(1, 1)
  expect(nearness(cats)).toBeGreaterThan(nearness(parcel))
})
