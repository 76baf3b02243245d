import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { requireFreePorts } from './ports.ts'

test('a port that is in use is named with its part', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(requireFreePorts(port - 3)).rejects.toThrow(
    new RegExp(`${port} \\(webhook receiver\\).* in use\\. Stop the other program, or set PORT`),
  )
  server.close()
})

test('free ports need no check', async () => {
  await expect(requireFreePorts(0)).resolves.toBeUndefined()
})
