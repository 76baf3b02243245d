import { ServiceError } from '../service-error.ts'
import type { Call, Reply, Service } from './call.ts'
import { s3Error } from './error-shapes.ts'
import type { Forward } from './forward.ts'
import { s3Access, s3Target } from './s3-access.ts'
import { type CorsRule, corsHeaders } from './s3-cors.ts'
import { checkPolicy, type PostedForm } from './s3-form.ts'

/** Form fields that become headers of the object. */
const KEPT_FIELDS = /^(cache-control|content-disposition|content-encoding|content-type|expires|x-amz-meta-.+)$/

/** Builds S3 on the engine. `buckets` contains the template's buckets by name, with their CORS rules. */
export function s3Service(
  forward: Forward,
  buckets: ReadonlyMap<string, readonly CorsRule[]>,
  now: () => number,
): Service {
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
        : await forward(call, { path: pathOf(call) })
      if (reply.status >= 500) throw new ServiceError(500, 'InternalError', reply.body.toString())
      return {
        ...reply,
        headers: { ...reply.headers, ...corsHeaders(rulesFor(call), call.headers.origin, call.method) },
      }
    },
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
