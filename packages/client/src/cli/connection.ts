import { ApiError } from '../errors.ts'
import { type Connection, type Request, send } from '../send.ts'
import { type ApiOptions, explainApiError } from './api-options.ts'
import { CliError, type Io } from './io.ts'

const RETRIES = 3
const TIMEOUT_MS = 30_000

export function connectionOf({ timing }: Io): Omit<Connection, 'baseUrl' | 'apiKey'> {
  return { fetch: (url, init) => fetch(url, init), retries: RETRIES, timeoutMs: TIMEOUT_MS, timing }
}

interface Call extends Pick<Request, 'method' | 'target'> {
  /** Sent as JSON. */
  readonly body?: unknown
  /** The revision that a change is based on. */
  readonly revision?: number | undefined
}

export interface Called {
  readonly body: unknown
  /** The revision of a versioned resource. */
  readonly revision: number | undefined
}

/** Returns a function that calls the API, and throws a `CliError` for an error response. */
export function openApi(options: ApiOptions, io: Io): (call: Call) => Promise<Called> {
  return async ({ method, target, body, revision }) => {
    let etag: string | null = null
    const connection = connectionOf(io)
    const tagged: Connection['fetch'] = async (url, init) => {
      const headers = { ...init.headers, ...(revision !== undefined && { 'if-match': `"${revision}"` }) }
      const response = await connection.fetch(url, { ...init, headers })
      etag = response.headers.get('etag')
      return response
    }
    const request = { method, target, body: body === undefined ? undefined : JSON.stringify(body) }
    try {
      const result = await send({ ...options, ...connection, fetch: tagged }, request, { signal: io.signal })
      return { body: result, revision: revisionOf(etag) }
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'changed_concurrently' && revision !== undefined)
        throw new CliError(`The agent was changed since revision ${revision}. Pull it, compare, and push again.`)
      throw explainApiError(error, options)
    }
  }
}
export type Api = ReturnType<typeof openApi>

function revisionOf(etag: string | null): number | undefined {
  const digits = /\d+/.exec(etag ?? '')?.[0]
  return digits === undefined ? undefined : Number(digits)
}
