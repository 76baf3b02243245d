import type { Headers } from './response-headers.ts'

const BUCKET_SOURCE = /https:\/\/[a-z0-9.-]+\.s3(?:\.[a-z0-9-]+)?\.amazonaws\.com\/?(?=[;\s]|$)/g

/** Replaces bucket domains in a content security policy with the front door, which hosts all buckets. */
export function withLocalBuckets(headers: Headers, endpointUrl: string): Headers {
  const policy = headers['content-security-policy']
  if (policy === undefined) return headers
  return { ...headers, 'content-security-policy': String(policy).replaceAll(BUCKET_SOURCE, endpointUrl) }
}
