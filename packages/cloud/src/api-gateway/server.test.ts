import { expect, test } from 'vitest'
import { serve } from './server.ts'

test('connections stay open longer than clients that poll wait', async () => {
  const limits = { payloadLimitBytes: 1024, headLimitBytes: 8192 }
  const answer = async () => ({ status: 200, headers: {}, body: Buffer.from('') })
  const server = await serve({ port: 0, ...limits, answer })
  try {
    expect((await fetch(server.url)).headers.get('keep-alive')).toBe('timeout=65')
  } finally {
    await server.stop()
  }
})
