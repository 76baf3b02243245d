import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ServiceError } from '../service-error.ts'
import { refusal } from './authorize.ts'
import type { Call, Reply, Service } from './call.ts'
import { restJsonError, s3Error } from './error-shapes.ts'
import type { Principals } from './principals.ts'
import { credentialScope } from './sigv4.ts'

/** What came of one call: told to whoever watches. */
export interface ObservedCall {
  /** ARN of the caller. */
  readonly principal: string
  /** Signing name of the service, for example `dynamodb`. */
  readonly service: string
  /** The API's name for the call, for example `TransactWriteItems`. */
  readonly action: string
  /** ARNs of what the call touches. */
  readonly resources: readonly string[]
  readonly allowed: boolean
}

/** The one address to which all SDK clients talk. */
export interface FrontDoor {
  /** For example `http://127.0.0.1:41234`. */
  readonly endpointUrl: string
  /** Opens it: calls that came earlier are answered 503. `services` are found by signing name. */
  open(services: Readonly<Record<string, Service>>): void
  stop(): Promise<void>
}

const KEEP_ALIVE_MILLISECONDS = 65_000

/** Listens on 127.0.0.1, at a free port. */
export async function listenAtFrontDoor(options: {
  readonly principals: Principals
  readonly observe?: ((call: ObservedCall) => void) | undefined
}): Promise<FrontDoor> {
  let services: Readonly<Record<string, Service>> | undefined
  const server = createServer((request, response) => {
    answer(request)
      .catch((error: unknown) => restJsonError(500, 'InternalFailure', messageOf(error)))
      .then((reply) => send(response, reply))
  })
  server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS

  async function answer(request: IncomingMessage): Promise<Reply> {
    const body = await read(request)
    const url = new URL(`http://127.0.0.1${request.url ?? '/'}`)
    const method = request.method ?? 'GET'
    const scope = credentialScope(request.headers, url.searchParams)
    if (!services) return restJsonError(503, 'ServiceUnavailable', 'The embedded cloud is starting')
    if (!scope) return unsigned(request, method, url)
    const service = services[scope.service]
    if (!service) return restJsonError(501, 'UnknownEndpoint', `The service ${scope.service} is not hosted here`)
    const principal = options.principals.find(scope.accessKeyId)
    if (!principal) {
      return service.error(
        { method, url },
        ...service.refusals.unknownClient,
        'The security token included in the request is invalid.',
      )
    }
    return serve(service, scope.service, { method, url, headers: request.headers, body, principal })
  }

  async function serve(service: Service, name: string, call: Call): Promise<Reply> {
    try {
      const { action, needs } = service.access(call)
      const refused = refusal(call.principal, needs)
      options.observe?.({
        principal: call.principal.arn,
        service: name,
        action,
        resources: [...new Set(needs.map(({ resource }) => resource))],
        allowed: refused === undefined,
      })
      return refused ? service.error(call, ...service.refusals.denied, refused) : await service.handle(call)
    } catch (error) {
      if (error instanceof ServiceError) return service.error(call, error.status, error.code, error.message)
      return service.error(call, ...service.refusals.failed, messageOf(error))
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP address was expected')
  return {
    endpointUrl: `http://127.0.0.1:${address.port}`,
    open(opened) {
      services = opened
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function unsigned(request: IncomingMessage, method: string, url: URL): Reply {
  if (request.headers['x-amz-target']) {
    return restJsonError(400, 'MissingAuthenticationTokenException', 'Missing Authentication Token')
  }
  return s3Error({ method, url }, 403, 'AccessDenied', 'Access Denied')
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
