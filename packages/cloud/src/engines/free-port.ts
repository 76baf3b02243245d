import { createServer } from 'node:net'

/** A TCP port of 127.0.0.1 kept free for somebody who will listen there. */
export interface ReservedPort {
  readonly port: number
  /** Frees the port; whoever it is for listens right after. */
  release(): Promise<void>
}

/** Takes a port that nobody listens at. */
export function reservePort(): Promise<ReservedPort> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('a TCP address was expected'))
      resolve({
        port: address.port,
        release: () => new Promise((released) => server.close(() => released())),
      })
    })
  })
}
