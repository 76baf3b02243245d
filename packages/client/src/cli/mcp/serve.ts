import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { ROLES, type Role } from '@replywright/contract/roles.ts'
import { type Connection, send } from '../../send.ts'
import type { ApiOptions } from '../api-options.ts'
import { type Io, VERSION } from '../io.ts'
import { serverFactory } from './server.ts'
import { tools } from './tools.ts'

/** Assistants wait about a minute for a tool. */
const TIMEOUT_MS = 30_000

/** Serves MCP on the standard input and output, until the input ends or the signal is aborted. */
export async function serve(options: ApiOptions & { readonly write: boolean }, io: Io): Promise<void> {
  const { baseUrl, apiKey, write } = options
  const connection = {
    baseUrl,
    apiKey,
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    // A rate limit lasts longer than assistants wait for a tool.
    retries: 0,
    timeoutMs: TIMEOUT_MS,
    timing: io.timing,
  }
  const ended = Promise.race([once(process.stdin, 'close'), once(io.signal, 'abort')])
  const createServer = serverFactory({ tools, version: VERSION })
  const role = await readRole(connection)
  const server = serveStdio(() => createServer({ connection, write, role }), {
    onerror: ({ message }) => io.err(message),
  })
  await ended
  await server.close()
}

/** Returns the role of the owner of the API key, or undefined if the API does not respond or refuses the key. */
async function readRole(connection: Connection): Promise<Role | undefined> {
  const me = await send(connection, { method: 'GET', target: '/api/v1/me/', body: undefined }).catch(() => undefined)
  const role: unknown = Object(Object(me).user).role
  return ROLES.find((one) => one === role)
}
