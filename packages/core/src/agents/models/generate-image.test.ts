import { startModel } from '@replywright/simulators/model/model.ts'
import { expect, test } from 'vitest'
import { drawImage } from './generate-image.ts'
import { openImageModel } from './open-model.ts'

test('returns a picture with its type, and throws the same errors as a text call', async () => {
  await using simulator = await startModel()
  simulator.script('a cat', [{ status: 500 }, { status: 400 }])
  const model = await openImageModel({ kind: 'server', id: 'image', baseUrl: `${simulator.url}/v1`, apiKey: '' })
  const draw = () => drawImage({ model, prompt: 'a cat', signal: new AbortController().signal })
  await expect(draw()).rejects.toMatchObject({ name: 'ModelDownError', status: 500 })
  await expect(draw()).rejects.toMatchObject({ name: 'ModelRefusedError', status: 400 })
  const { bytes, mimeType } = await draw()
  expect(mimeType).toBe('image/png')
  expect(Buffer.from(bytes.subarray(1, 4)).toString()).toBe('PNG')
})
