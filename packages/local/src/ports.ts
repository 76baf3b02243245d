import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { SettingError } from './setting-error.ts'

/** Port of each part, relative to `PORT`. If `PORT` is 0, all ports are free ones. The dashboard's address also serves its API. */
export const PORT_OFFSETS = { api: 0, ingress: 1, provider: 2, receiver: 3, model: 4, dashboard: 5 } as const
export type Part = keyof typeof PORT_OFFSETS

/** The parts as the start prints them. */
const NAMES: Readonly<Record<Part, string>> = {
  api: 'API',
  ingress: 'provider callback',
  provider: "customer's phone",
  receiver: 'webhook receiver',
  model: 'simulated model',
  dashboard: 'dashboard',
}
const PARTS: readonly Part[] = ['api', 'ingress', 'provider', 'receiver', 'model', 'dashboard']

/** @param ports numbers, with names if they are known */
export function inUse(ports: readonly string[]): string {
  const [noun, verb] = ports.length === 1 ? ['Port', 'is'] : ['Ports', 'are']
  return `${noun} ${ports.join(', ')} ${verb} in use. Stop the other program, or set PORT to another value, such as PORT=4000 (PORT=0 selects free ports).`
}

/** @throws SettingError that names each port from `first` that is in use, or that the user may not use */
export async function requireFreePorts(first: number): Promise<void> {
  if (first === 0) return
  const refused = (
    await Promise.all(
      PARTS.map(async (part) => {
        const port = first + PORT_OFFSETS[part]
        return { name: `${port} (${NAMES[part]})`, code: await listenOnce(port) }
      }),
    )
  ).filter(({ code }) => code !== undefined)
  if (refused.length === 0) return
  const names = refused.map(({ name }) => name)
  if (refused.some(({ code }) => code === 'EACCES'))
    throw new SettingError(`Only an administrator can use port ${names.join(', ')}. Set PORT to 1024 or more.`)
  throw new SettingError(inUse(names))
}

/** Returns the code of the error, or undefined if the port is free. */
async function listenOnce(port: number): Promise<string | undefined> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
  server.close()
  await once(server, 'close')
  return undefined
}

/**
 * Forwards connections to a port of `host` to the same port of 127.0.0.1. The parts of the service listen on 127.0.0.1 only, so that
 * `npm start` is not reachable from a network; the ports of a container are published by its user.
 */
export async function forward(host: string, port: number): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (incoming) => {
    const outgoing = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    incoming.pipe(outgoing).pipe(incoming)
    incoming.on('error', () => outgoing.destroy())
    outgoing.on('error', () => incoming.destroy())
  })
  await once(server.listen(port, host), 'listening')
  return server.unref()
}
