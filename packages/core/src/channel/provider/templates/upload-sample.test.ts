import { LARGEST_SAMPLE_BYTES } from '@replywright/contract/dashboard/template-samples.ts'
import { expect, test } from 'vitest'
import { uploadSample } from './upload-sample.ts'

test.each([
  ['a text', new File(['x'], 'a.txt', { type: 'text/plain' }), 'validation_error'],
  [
    'a large picture',
    new File(['x'.repeat(LARGEST_SAMPLE_BYTES + 1)], 'a.png', { type: 'image/png' }),
    'payload_too_large',
  ],
])('%s is no sample', async (_, file, code) => {
  await expect(uploadSample('o', file, 0)).rejects.toMatchObject({ code })
})
