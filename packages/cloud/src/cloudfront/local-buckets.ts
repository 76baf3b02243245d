import type { Headers } from './response-headers.ts'

const BUCKET_SOURCE = /https:\/\/[a-z0-9.-]+\.s3(?:\.[a-z0-9-]+)?\.amazonaws\.com\/?(?=[;\s]|$)/g

/** Lets a page that may use a bucket on AWS use it where it is hosted: all buckets are at the front door. */
export function withLocalBuckets(headers: Headers, endpointUrl: string): Headers {
  const policy = headers['content-security-policy']
  if (policy === undefined) return headers
  return { ...headers, 'content-security-policy': String(policy).replaceAll(BUCKET_SOURCE, endpointUrl) }
}
