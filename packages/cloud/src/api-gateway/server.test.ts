import { expect, test } from 'vitest'
import { serve } from './server.ts'

test('keeps connections open longer than the polling interval of clients', async () => {
  const limits = { payloadLimitBytes: 1024, headLimitBytes: 8192 }
  const respond = async () => ({ status: 200, headers: {}, body: Buffer.from('') })
  const server = await serve({ port: 0, ...limits, respond })
  try {
    expect((await fetch(server.url)).headers.get('keep-alive')).toBe('timeout=65')
  } finally {
    await server.stop()
  }
})
