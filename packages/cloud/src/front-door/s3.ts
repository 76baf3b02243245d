import { ServiceError } from '../service-error.ts'
import type { Service } from './call.ts'
import { s3Error } from './error-shapes.ts'
import type { Forward } from './forward.ts'
import { s3Access, s3Target } from './s3-access.ts'

/** S3, answered by the engine. `buckets` are the names of the template's buckets. */
export function s3Service(forward: Forward, buckets: ReadonlySet<string>): Service {
  return {
    refusals: {
      unknownClient: [403, 'InvalidAccessKeyId'],
      denied: [403, 'AccessDenied'],
      failed: [500, 'InternalError'],
    },
    error: s3Error,
    access: (call) => s3Access(call, s3Target(call, buckets)),
    async handle(call) {
      const [label = ''] = (call.headers.host ?? '').split('.')
      const prefix = buckets.has(label) ? `/${label}` : ''
      const reply = await forward(call, { path: prefix + call.url.pathname + call.url.search })
      if (reply.status >= 500) throw new ServiceError(500, 'InternalError', reply.body.toString())
      return reply
    },
  }
}
