import { createServer } from 'node:net'

/** A TCP port of 127.0.0.1 that is reserved for a later listener. */
export interface ReservedPort {
  readonly port: number
  /** Releases the port. The listener must start immediately. */
  release(): Promise<void>
}

export function reservePort(): Promise<ReservedPort> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('expected a TCP address'))
      resolve({
        port: address.port,
        release: () => new Promise((released) => server.close(() => released())),
      })
    })
  })
}
