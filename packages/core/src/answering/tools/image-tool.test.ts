import { expect, test } from 'vitest'
import { type GenerateImage, imageTools } from './image-tool.ts'
import { CALL_ID, toolCall } from './testing/call.ts'

const KEY = `media/generated/o1/${CALL_ID}`
const settings = {
  id: 'i1',
  name: 'Paint',
  description: '',
  prompt: 'A studio photograph.',
  active: true,
  creditCost: 5,
}

function painter(generateImage: GenerateImage) {
  const prompts: string[] = []
  const stored = new Map<string, { readonly bytes: Uint8Array; readonly type: string }>()
  const [tool] = imageTools([settings, { ...settings, active: false }], {
    organizationId: 'o1',
    generateImage: (request) => {
      prompts.push(request.prompt)
      return generateImage(request)
    },
    store: {
      contentTypeOf: async (key) => stored.get(key)?.type,
      putObject: async (key, bytes, type) => {
        stored.set(key, { bytes, type })
      },
    },
  })
  if (!tool) throw new Error('no tool was created')
  return { tool, prompts, stored, run: () => tool.run({ description: 'A red bicycle' }, toolCall()) }
}
const png: GenerateImage = async () => ({ bytes: Buffer.from('png'), mimeType: 'image/png' })

test('creates a picture once for repeated calls', async () => {
  const { tool, prompts, stored, run } = painter(png)
  expect(tool).toMatchObject({ name: 'Paint', creditCost: 5, parameters: { required: ['description'] } })
  const first = await run()
  expect(first).toMatchObject({ media: [{ key: KEY, mimeType: 'image/png' }] })
  expect(await run()).toEqual(first)
  expect(prompts).toEqual(['A studio photograph.\n\nA red bicycle'])
  expect(stored).toEqual(new Map([[KEY, { bytes: Buffer.from('png'), type: 'image/png' }]]))
})

test.each<[string, GenerateImage]>([
  ['there is no image model', async () => undefined],
  ['its type is not supported', async () => ({ bytes: Buffer.from(''), mimeType: 'image/webp' })],
])('sends no picture if %s', async (_, generateImage) => {
  const { stored, run } = painter(generateImage)
  expect(await run()).toEqual({ text: expect.stringMatching(/^No picture was created/) })
  expect(stored.size).toBe(0)
})
