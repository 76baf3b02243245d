import type { AccessRequest } from '../iam/policy.ts'
import { ServiceError } from '../service-error.ts'
import type { Access, Call } from './call.ts'

/** Bucket and key of a request. The key is `''` for the bucket itself; the bucket is `''` for the service. */
export interface S3Target {
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

/** Reads bucket and key in path (`/bucket/key`) or virtual-hosted style (`bucket.host`). A form contains its key. */
export function s3Target(
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
export function s3Access(call: Call, target: S3Target): Access {
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

const objectNeed =
  (bucket: string, key: string) =>
  (action: string): AccessRequest => ({
    action: `s3:${action}`,
    resource: `arn:aws:s3:::${bucket}/${key}`,
  })

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
