import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { ConnectionCut, disturbed } from '../faults/disturbed.ts'
import type { DisturbableCall, Fault } from '../faults/faults.ts'
import { type NoteGrant, noteGrants } from '../iam/grants.ts'
import { type AccessRequest, decide } from '../iam/policy.ts'
import { ServiceError } from '../service-error.ts'
import type { Call, Reply, Service } from './call.ts'
import { restJsonError, s3Error } from './error-shapes.ts'
import { ANONYMOUS, type Principal, type Principals } from './principals.ts'
import { readForm } from './s3-form.ts'

/** The scope of a Signature Version 4 credential. */
interface CredentialScope {
  readonly accessKeyId: string
  readonly region: string
  /** Signing name of the service, for example `dynamodb`. */
  readonly service: string
  readonly sessionToken: string | undefined
}

/** The result of a call, for the observer. */
export interface ObservedCall {
  /** ARN of the caller. */
  readonly principal: string
  /** Name of the calling function; `undefined` for other clients. */
  readonly function: string | undefined
  /** Signing name of the service, for example `dynamodb`. */
  readonly service: string
  /** The API's name of the call, for example `TransactWriteItems`. */
  readonly action: string
  /** ARNs of the resources that the call accesses. */
  readonly resources: readonly string[]
  readonly allowed: boolean
}

/** The single endpoint of all SDK clients. */
export interface FrontDoor {
  /** For example `http://127.0.0.1:41234`. */
  readonly endpointUrl: string
  /** Opens the front door; earlier calls receive a 503. `services` are by signing name. */
  open(services: Readonly<Record<string, Service>>): void
  stop(): Promise<void>
}

export interface Disturbance {
  next(call: DisturbableCall): Fault | undefined
  /** Returns the JSON of the event that the worker with this key processes. */
  eventOf(accessKeyId: string): string | undefined
  /** Ends the worker with this key, if there is one. */
  kill(accessKeyId: string): Promise<void>
}

const KEEP_ALIVE_MILLISECONDS = 65_000

/** Listens on 127.0.0.1, on a free port. */
export async function listenAtFrontDoor(options: {
  readonly principals: Principals
  readonly observe?: ((call: ObservedCall) => void) | undefined
  readonly onGrantUsed?: NoteGrant
  readonly disturbance?: Disturbance
}): Promise<FrontDoor> {
  let services: Readonly<Record<string, Service>> | undefined
  const { server, closeConnections } = createServerOfBothVersions((request, response) => {
    respond(request)
      .catch((error: unknown) =>
        error instanceof ConnectionCut ? undefined : restJsonError(500, 'InternalFailure', messageOf(error)),
      )
      .then((reply) => (reply ? send(response, reply) : cutConnection(request)))
  }, KEEP_ALIVE_MILLISECONDS)

  async function respond(request: Request): Promise<Reply> {
    const body = await read(request)
    const url = new URL(`http://127.0.0.1${request.url ?? '/'}`)
    const method = request.method ?? 'GET'
    const form = await readForm(method, request.headers, body)
    const scope = credentialScope(request.headers, form?.fields ?? url.searchParams)
    if (!services) return restJsonError(503, 'ServiceUnavailable', 'The embedded cloud is starting')
    if (method === 'OPTIONS' && services.s3?.preflight) return services.s3.preflight({ url, headers: request.headers })
    if (!scope) {
      const unsigned = { method, url, headers: request.headers }
      const [name, open] = Object.entries(services).find(([, each]) => each.isPublic?.(unsigned)) ?? []
      if (!name || !open) return unsignedRefusal(unsigned)
      return serve(open, name, { ...unsigned, body, principal: ANONYMOUS, accessKeyId: '' })
    }
    const service = services[scope.service]
    if (!service) return restJsonError(501, 'UnknownEndpoint', `The service ${scope.service} is not supported`)
    const principal = options.principals.find(scope.accessKeyId, scope.sessionToken)
    if (!principal) {
      return service.error(
        { method, url },
        ...service.refusals.unknownClient,
        'The security token included in the request is invalid.',
      )
    }
    return serve(service, scope.service, {
      method,
      url,
      headers: request.headers,
      body,
      principal,
      accessKeyId: scope.accessKeyId,
      ...(form && { form }),
    })
  }

  async function serve(service: Service, name: string, call: Call): Promise<Reply> {
    try {
      const { action, needs } = service.access(call)
      const refused = refusal(call.principal, needs)
      options.observe?.({
        principal: call.principal.arn,
        function: call.principal.functionName,
        service: name,
        action,
        resources: [...new Set(needs.map(({ resource }) => resource))],
        allowed: refused === undefined,
      })
      if (refused) return service.error(call, ...service.refusals.denied, refused)
      noteGrants(call.principal.statements, needs, options.onGrantUsed)
      const fault = options.disturbance?.next({
        by: 'function',
        function: call.principal.functionName,
        service: name,
        action,
        // Built on demand only, because it can be megabytes.
        get request() {
          return `${call.url.pathname}${call.url.search} ${call.body}`
        },
        event: options.disturbance.eventOf(call.accessKeyId),
      })
      return await disturbed(fault, () => handle(service, call), {
        fail: () => service.error(call, ...service.refusals.failed, 'A planned fault'),
        throttle: () => service.error(call, ...service.refusals.throttled),
        conflict: () => service.conflict?.(call) ?? service.error(call, ...service.refusals.throttled),
        kill: async () => options.disturbance?.kill(call.accessKeyId),
      })
    } catch (error) {
      if (error instanceof ConnectionCut) throw error
      return failure(service, call, error)
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address')
  return {
    endpointUrl: `http://127.0.0.1:${address.port}`,
    open(opened) {
      services = opened
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        closeConnections()
      }),
  }
}

async function handle(service: Service, call: Call): Promise<Reply> {
  try {
    return await service.handle(call)
  } catch (error) {
    return failure(service, call, error)
  }
}

function failure(service: Service, call: Call, error: unknown): Reply {
  if (error instanceof ServiceError) return service.error(call, error.status, error.code, error.message)
  return service.error(call, ...service.refusals.failed, messageOf(error))
}

function unsignedRefusal({ method, url, headers }: Pick<Call, 'method' | 'url' | 'headers'>): Reply {
  if (headers['x-amz-target']) {
    return restJsonError(400, 'MissingAuthenticationTokenException', 'Missing Authentication Token')
  }
  return s3Error({ method, url }, 403, 'AccessDenied', 'Access Denied')
}

async function read(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function send(response: Response, { status, headers, body }: Reply): void {
  const all = { 'content-length': Buffer.byteLength(body), ...headers }
  if ('stream' in response) response.writeHead(status, all).end(body)
  else response.writeHead(status, all).end(body)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Returns why a principal may not make a call, in AWS's words; `undefined` if it may. */
function refusal(principal: Principal, needs: readonly AccessRequest[]): string | undefined {
  for (const need of needs) {
    const decision = decide(principal.statements, need)
    if (decision === 'allow') continue
    const reason =
      decision === 'explicit-deny'
        ? 'with an explicit deny in an identity-based policy'
        : `because no identity-based policy allows the ${need.action} action`
    return `User: ${principal.arn} is not authorized to perform: ${need.action} on resource: ${need.resource} ${reason}`
  }
  return undefined
}

/** Returns what a signature names, from the headers, the query of a presigned URL, or the fields of a form. */
function credentialScope(
  headers: IncomingHttpHeaders,
  parameters: { get(name: string): string | null | undefined },
): CredentialScope | undefined {
  const signed = /Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1]
  const parameter = (name: string) => parameters.get(name) ?? parameters.get(name.toLowerCase()) ?? ''
  const [accessKeyId, , region, service] = (signed ?? parameter('X-Amz-Credential')).split('/')
  const token = signed ? headers['x-amz-security-token'] : parameter('X-Amz-Security-Token')
  const sessionToken = typeof token === 'string' ? token : undefined
  return accessKeyId && region && service ? { accessKeyId, region, service, sessionToken } : undefined
}

type Request = IncomingMessage | Http2ServerRequest
type Response = ServerResponse | Http2ServerResponse

/** The first bytes of a client of HTTP/2 (RFC 9113 section 3.4). */
const PREFACE = 'PRI * HTTP/2'

/** Creates a server of HTTP/1.1 and, for clients that begin with it, of HTTP/2 on one port. */
function createServerOfBothVersions(
  handle: (request: Request, response: Response) => void,
  keepAliveMilliseconds: number,
): { readonly server: Server; readonly closeConnections: () => void } {
  const http1 = createServer({ keepAliveTimeout: keepAliveMilliseconds }, handle)
  const http2 = createHttp2Server(handle)
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.once('data', (first) => {
      socket.pause()
      socket.unshift(first)
      const isHttp2 = first.toString('latin1', 0, PREFACE.length) === PREFACE
      // A session of HTTP/2 reads the socket itself.
      if (isHttp2) http2.emit('connection', socket)
      else {
        http1.emit('connection', socket)
        socket.resume()
      }
    })
  })
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  return { server, closeConnections }
}

/** Ends the connection of a request without a response. */
function cutConnection(request: Request): void {
  if ('stream' in request) request.stream.session?.destroy()
  else request.socket.resetAndDestroy()
}
