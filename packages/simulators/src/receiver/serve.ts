import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { answer, type Reply, readBody } from '../http.ts'
import type { Inbox } from '../inbox.ts'
import { act } from './act.ts'
import { Script } from './behaviour.ts'
import { renderPage } from './page.ts'
import { type Received, receive } from './received.ts'
import { verify } from './verification.ts'

export interface State {
  clock: Clock
  inbox: Inbox<Received>
  /** By path. */
  secrets: Map<string, string>
  scripts: Map<string, Script>
}

const PAGE_LENGTH = 50
const CONTROL = '/_control'

/** Serves the two pages and the control routes. Every other path accepts deliveries. */
export async function serve(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const { method = 'GET', headers } = request
  const body = await readBody(request)
  if (method === 'GET' && path === '/')
    return answer(response, { status: 200, body: renderPage(state.inbox.items.slice(-PAGE_LENGTH).toReversed()) })
  if (method === 'GET' && path === '/_received')
    return answer(response, list(searchParams.get('path') ?? undefined, state))
  if (path.startsWith(`${CONTROL}/`))
    return answer(response, control(method, path.slice(CONTROL.length), body.toString(), state))

  const verdict = verify(headers, body, state.secrets.get(path), state.clock)
  const script = state.scripts.get(path) ?? new Script({})
  const step = script.next()
  state.inbox.add(receive({ method, path, headers, body, receivedAt: state.clock(), verdict }))
  await act(step, response)
}

/** Returns the deliveries on one path or on all, oldest first. */
export function receivedOn(path: string | undefined, { inbox }: State): Received[] {
  return inbox.items.filter((delivery) => path === undefined || delivery.path === path)
}

function list(path: string | undefined, state: State): Reply {
  const deliveries = receivedOn(path, state).map((delivery) => ({ ...delivery, body: delivery.body.toString() }))
  return { status: 200, body: { deliveries } }
}

const ControlInput = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.array(v.unknown()), v.looseObject({ secret: v.optional(v.string()) })]),
)

/** `PUT` sets a path's behaviour, its signing `secret`, or both; `DELETE` resets it to 200. */
function control(method: string, path: string, body: string, state: State): Reply {
  if (method === 'DELETE') {
    state.scripts.delete(path)
    return { status: 204 }
  }
  if (method !== 'PUT') return { status: 405, body: { error: 'only PUT and DELETE are allowed' } }
  try {
    const input = v.parse(ControlInput, body)
    const { secret, ...behaviour } = Array.isArray(input) ? { secret: undefined } : input
    if (Array.isArray(input)) state.scripts.set(path, new Script(input))
    else if (secret === undefined || Object.keys(behaviour).length > 0) state.scripts.set(path, new Script(behaviour))
    if (secret !== undefined) state.secrets.set(path, secret)
    return { status: 204 }
  } catch (error) {
    return { status: 400, body: { error: v.isValiError(error) ? v.summarize(error.issues) : String(error) } }
  }
}
