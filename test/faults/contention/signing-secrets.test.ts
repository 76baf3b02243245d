import { deliveryHeaders } from '@replywright/contract/delivery-headers.ts'
import { beforeEach, expect, test } from 'vitest'
import { SigningSecrets } from './signing-secrets.ts'

const BODY = JSON.stringify({ event: 'test.ping' })
const [FIRST, SECOND] = ['whsec_Zmlyc3Q=', 'whsec_c2Vjb25k']
let secrets: SigningSecrets

/** The second secret was requested at second 100 and returned at second 103. */
beforeEach(() => {
  secrets = new SigningSecrets()
  secrets.add(FIRST, 0, 1000)
  secrets.add(SECOND, 100_000, 103_000)
})

async function isAccepted(secret: string, second: number): Promise<boolean> {
  const signed = Object.entries(deliveryHeaders({ id: 'd', event: 'test.ping' }, BODY, secret, second))
  const headers = Object.fromEntries(signed.map(([name, value]) => [name.toLowerCase(), value]))
  return await secrets.haveSigned({ headers, body: Buffer.from(BODY), at: second * 1000 + 500 })
}

test.each([
  ['a secret before its rotation', FIRST, 50],
  ['a new secret before the response that returns it', SECOND, 101],
  ['an old secret in an attempt that began before its rotation', FIRST, 133],
])('accepts %s', async (_, secret, second) => {
  expect(await isAccepted(secret, second)).toBe(true)
})

test.each([
  ['an old secret when all attempts from before have ended', FIRST, 134],
  ['a new secret before its rotation', SECOND, 98],
  ['an unknown secret', 'whsec_dGhpcmQ=', 101],
])('rejects %s', async (_, secret, second) => {
  expect(await isAccepted(secret, second)).toBe(false)
})
