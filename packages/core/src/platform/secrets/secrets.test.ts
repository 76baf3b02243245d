import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { decryptSecret } from './secrets.ts'

vi.stubEnv('KEY_ARN', 'arn:aws:kms:eu-central-1:000000000000:key/1')
const kms = mockClient(KMSClient)
beforeEach(() => {
  kms.reset()
  kms.on(DecryptCommand).callsFake(({ CiphertextBlob }) => ({ Plaintext: CiphertextBlob }))
})
afterAll(() => {
  kms.restore()
  vi.unstubAllEnvs()
})

const calls = () => kms.commandCalls(DecryptCommand).length
const decrypt = (n: number) => decryptSecret('webhook-signing', 'o1', Buffer.from(`secret ${n}`).toString('base64'))

test('more secrets than were kept before cost one call each, not one a delivery', async () => {
  for (let round = 0; round < 3; round++) for (let n = 0; n < 2000; n++) expect(await decrypt(n)).toBe(`secret ${n}`)
  expect(calls()).toBe(2000)
})
