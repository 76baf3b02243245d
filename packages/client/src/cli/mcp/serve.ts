import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
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
  const server = serveStdio(() => createServer({ connection, write }), {
    onerror: ({ message }) => io.err(message),
  })
  await ended
  await server.close()
}
