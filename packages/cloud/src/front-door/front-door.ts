import type { IncomingHttpHeaders } from 'node:http'
import { ConnectionCut, disturbed } from '../faults/disturbed.ts'
import type { DisturbableCall, Fault } from '../faults/faults.ts'
import { type NoteGrant, noteGrants } from '../iam/grants.ts'
import { type AccessRequest, decide } from '../iam/policy.ts'
import { ServiceError } from '../service-error.ts'
import { createServerOfBothVersions, cutConnection, type Request, type Response } from './both-versions.ts'
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
    const posted = form && new URLSearchParams({ 'X-Amz-Credential': form.fields.get('x-amz-credential') ?? '' })
    const scope = credentialScope(request.headers, posted ?? url.searchParams)
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
    const principal = options.principals.find(scope.accessKeyId)
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

/** Returns a signature's access key and service, from the Authorization header or the query of a presigned URL. */
function credentialScope(headers: IncomingHttpHeaders, query: URLSearchParams): CredentialScope | undefined {
  const signed = /Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1]
  const [accessKeyId, , region, service] = (signed ?? query.get('X-Amz-Credential') ?? '').split('/')
  return accessKeyId && region && service ? { accessKeyId, region, service } : undefined
}
