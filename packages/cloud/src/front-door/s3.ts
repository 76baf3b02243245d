import type { OutgoingHttpHeaders } from 'node:http'
import { type AccessRequest, decide } from '../iam/policy.ts'
import { objectAt, objectsOf, textsOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'
import type { Access, Call, Reply, Service } from './call.ts'
import { s3Error } from './error-shapes.ts'
import type { Forward } from './forward.ts'
import { checkPolicy, type PostedForm } from './s3-form.ts'

/** A CORS rule of a bucket. Patterns may contain one `*`. */
interface CorsRule {
  readonly origins: readonly string[]
  readonly methods: readonly string[]
  readonly headers: readonly string[]
}

/** Bucket and key of a request. The key is `''` for the bucket itself; the bucket is `''` for the service. */
interface S3Target {
  readonly bucket: string
  readonly key: string
}

/** Sub-resources that the engine misinterprets. */
const UNSUPPORTED = [
  'acl',
  'cors',
  'encryption',
  'legal-hold',
  'notification',
  'object-lock',
  'policy',
  'publicAccessBlock',
  'replication',
  'restore',
  'retention',
  'select',
  'tagging',
  'versioning',
  'versions',
  'website',
]

const objectNeed =
  (bucket: string, key: string) =>
  (action: string): AccessRequest => ({
    action: `s3:${action}`,
    resource: `arn:aws:s3:::${bucket}/${key}`,
  })

/** Form fields that become headers of the object. */
const KEPT_FIELDS = /^(cache-control|content-disposition|content-encoding|content-type|expires|x-amz-meta-.+)$/

/** Builds S3 on the engine. `buckets` contains the template's buckets by name, with their CORS rules. */
export function s3Service(
  forward: Forward,
  buckets: ReadonlyMap<string, readonly CorsRule[]>,
  now: () => number,
): Service {
  const turns = new Map<string, Promise<unknown>>()
  const inTurn = async (key: string, work: () => Promise<Reply>): Promise<Reply> => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work)
    const settled = turn.catch(() => {})
    turns.set(key, settled)
    await settled
    if (turns.get(key) === settled) turns.delete(key)
    return await turn
  }
  const rulesFor = (call: Pick<Call, 'url' | 'headers'>) => buckets.get(s3Target(call, buckets).bucket) ?? []
  return {
    refusals: {
      unknownClient: [403, 'InvalidAccessKeyId'],
      denied: [403, 'AccessDenied'],
      failed: [500, 'InternalError'],
      throttled: [503, 'SlowDown', 'Please reduce your request rate.'],
    },
    error: s3Error,
    preflight({ url, headers }) {
      const asked = headers['access-control-request-headers']?.split(',').map((name) => name.trim()) ?? []
      const method = headers['access-control-request-method'] ?? ''
      const allowed = corsHeaders(rulesFor({ url, headers }), headers.origin, method, asked)
      if (allowed) return { status: 200, headers: allowed, body: '' }
      return s3Error({ method, url }, 403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.')
    },
    access(call) {
      const target = s3Target(call, buckets)
      if (call.form) checkPolicy(call.form, target.bucket, now())
      return s3Access(call, target)
    },
    async handle(call) {
      const reply = call.form
        ? await putForm(call, call.form, s3Target(call, buckets).bucket)
        : await conditionally(call, () => forward(call, { path: pathOf(call) }))
      if (reply.status >= 500) throw new ServiceError(500, 'InternalError', reply.body.toString())
      if (isMissing(call, reply) && !mayKnowMissing(call)) throw new ServiceError(403, 'AccessDenied', 'Access Denied')
      return {
        ...reply,
        headers: {
          ...reply.headers,
          ...(reply.status < 300 && overriddenHeaders(call)),
          ...corsHeaders(rulesFor(call), call.headers.origin, call.method),
        },
      }
    },
  }

  /** Puts an object only if the condition in its headers is true. The engine ignores them. */
  async function conditionally(call: Call, put: () => Promise<Reply>): Promise<Reply> {
    const { 'if-match': same, 'if-none-match': none } = call.headers
    if (call.method !== 'PUT' || (same === undefined && none === undefined)) return await put()
    const { bucket, key } = s3Target(call, buckets)
    return await inTurn(`${bucket}/${key}`, async () => {
      const head = { ...call, method: 'HEAD', headers: {}, body: Buffer.alloc(0) }
      const { status, headers } = await forward(head, {
        path: `/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`,
      })
      const etag = status === 200 ? headers.etag : undefined
      if (same !== undefined && etag === undefined)
        throw new ServiceError(404, 'NoSuchKey', 'The specified key does not exist.')
      if (same === undefined ? etag !== undefined : etag !== same)
        throw new ServiceError(
          412,
          'PreconditionFailed',
          'At least one of the pre-conditions you specified did not hold',
        )
      return await put()
    })
  }

  /** Only who may list a bucket is told that it has no such key. */
  function mayKnowMissing(call: Call): boolean {
    const read = s3Access(call, s3Target(call, buckets)).needs.find(({ action }) => action === 's3:GetObject')
    if (!read) return true
    const [resource = '', key = ''] = read.resource.split(/\/(.*)/s)
    const context = new Map([['s3:prefix', [key]]])
    return decide(call.principal.statements, { action: 's3:ListBucket', resource, context }) === 'allow'
  }

  function pathOf({ url, headers }: Call): string {
    const [label = ''] = (headers.host ?? '').split('.')
    return (buckets.has(label) ? `/${label}` : '') + url.pathname + url.search
  }

  async function putForm(call: Call, { fields, file }: PostedForm, bucket: string): Promise<Reply> {
    const headers = Object.fromEntries([...fields].filter(([name]) => KEPT_FIELDS.test(name)))
    const key = (fields.get('key') ?? '').split('/').map(encodeURIComponent).join('/')
    const put = await forward({ ...call, method: 'PUT', headers, body: file }, { path: `/${bucket}/${key}` })
    if (put.status !== 200) return put
    return { status: fields.get('success_action_status') === '200' ? 200 : 204, headers: put.headers, body: '' }
  }
}

/** Headers of an object that a signed request for it can replace. */
const OVERRIDES = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
]

function overriddenHeaders({ method, url }: Call): OutgoingHttpHeaders {
  if (method !== 'GET' && method !== 'HEAD') return {}
  return Object.fromEntries(
    OVERRIDES.flatMap((name) => {
      const value = url.searchParams.get(`response-${name}`)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** Returns whether an object does not exist. The response to HEAD has no code. */
function isMissing({ method }: Call, { status, body }: Reply): boolean {
  return status === 404 && (method === 'HEAD' || body.includes('<Code>NoSuchKey</Code>'))
}

/** Reads bucket and key in path (`/bucket/key`) or virtual-hosted style (`bucket.host`). A form contains its key. */
function s3Target(
  { url, headers, form }: Pick<Call, 'url' | 'headers' | 'form'>,
  buckets: Pick<ReadonlySet<string>, 'has'>,
): S3Target {
  const [label = ''] = (headers.host ?? '').split('.')
  const path = url.pathname.slice(1)
  const posted = form?.fields.get('key')
  if (buckets.has(label)) return { bucket: label, key: posted ?? decodeURIComponent(path) }
  const [bucket = ''] = path.split('/', 1)
  if (posted !== undefined) return { bucket, key: posted }
  return { bucket, key: decodeURIComponent(path.slice(bucket.length + 1)) }
}

/** Returns the permissions that an S3 call requires. @throws ServiceError for an unsupported sub-resource. */
function s3Access(call: Call, target: S3Target): Access {
  const { method, url, headers } = call
  const query = url.searchParams
  const unsupported = UNSUPPORTED.find((name) => query.has(name))
  if (unsupported) throw new ServiceError(501, 'NotImplemented', `The sub-resource ${unsupported} is not supported`)
  if (target.bucket === '') return { action: 'ListBuckets', needs: [{ action: 's3:ListAllMyBuckets', resource: '*' }] }
  if (target.key === '') return bucketAccess(call, target.bucket)
  const object = objectNeed(target.bucket, target.key)
  if (call.form) return { action: 'PostObject', needs: [object('PutObject')] }
  const source = headers['x-amz-copy-source']
  if (method === 'PUT' && typeof source === 'string') {
    const [bucket = '', ...key] = decodeURIComponent(source.replace(/^\//, '')).split('/')
    return { action: 'CopyObject', needs: [objectNeed(bucket, key.join('/'))('GetObject'), object('PutObject')] }
  }
  const action = objectAction(method, query)
  return { action, needs: [object(action === 'HeadObject' ? 'GetObject' : action)] }
}

/** Multipart uploads require the permission to put the object. */
function objectAction(method: string, query: URLSearchParams): string {
  if (method === 'HEAD') return 'HeadObject'
  if (method === 'GET') return query.has('uploadId') ? 'ListMultipartUploadParts' : 'GetObject'
  if (method === 'DELETE') return query.has('uploadId') ? 'AbortMultipartUpload' : 'DeleteObject'
  return 'PutObject'
}

function bucketAccess({ method, url, body }: Call, bucket: string): Access {
  const resource = `arn:aws:s3:::${bucket}`
  if (method === 'POST' && url.searchParams.has('delete')) {
    const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => unescapeXml(key))
    return { action: 'DeleteObjects', needs: keys.map((key) => objectNeed(bucket, key)('DeleteObject')) }
  }
  if (method === 'PUT') return { action: 'CreateBucket', needs: [{ action: 's3:CreateBucket', resource }] }
  if (method === 'DELETE') return { action: 'DeleteBucket', needs: [{ action: 's3:DeleteBucket', resource }] }
  const prefix = url.searchParams.get('prefix')
  const context = new Map(prefix === null ? [] : [['s3:prefix', [prefix]] as const])
  return { action: 'ListObjects', needs: [{ action: 's3:ListBucket', resource, context }] }
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}

/** Reads a bucket's rules from its properties in the template. */
export function corsRules(properties: JsonObject): CorsRule[] {
  return objectsOf(objectAt(properties, 'CorsConfiguration').CorsRules).map((rule) => ({
    origins: textsOf(rule.AllowedOrigins),
    methods: textsOf(rule.AllowedMethods),
    headers: textsOf(rule.AllowedHeaders),
  }))
}

/** Returns the headers that let a page of `origin` read the response; none if no rule allows `method` and `headers`. */
function corsHeaders(
  rules: readonly CorsRule[],
  origin: string | undefined,
  method: string,
  headers: readonly string[] = [],
): OutgoingHttpHeaders | undefined {
  if (origin === undefined) return undefined
  const rule = rules.find(
    (each) =>
      each.methods.includes(method) &&
      each.origins.some((pattern) => matches(pattern, origin)) &&
      headers.every((header) => each.headers.some((pattern) => matches(pattern.toLowerCase(), header.toLowerCase()))),
  )
  if (!rule) return undefined
  return {
    'access-control-allow-origin': rule.origins.includes('*') ? '*' : origin,
    'access-control-allow-methods': rule.methods.join(', '),
    ...(headers.length > 0 && { 'access-control-allow-headers': headers.join(', ') }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  }
}

function matches(pattern: string, value: string): boolean {
  const [start = '', end] = pattern.split('*', 2)
  if (end === undefined) return value === pattern
  return value.length >= start.length + end.length && value.startsWith(start) && value.endsWith(end)
}
