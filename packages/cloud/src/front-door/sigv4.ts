import type { IncomingHttpHeaders } from 'node:http'

/** The scope of a Signature Version 4 credential. */
export interface CredentialScope {
  readonly accessKeyId: string
  readonly region: string
  /** Signing name of the service, for example `dynamodb`. */
  readonly service: string
}

/** Returns a signature's access key and service, from the Authorization header or the query of a presigned URL. */
export function credentialScope(headers: IncomingHttpHeaders, query: URLSearchParams): CredentialScope | undefined {
  const signed = /Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1]
  const [accessKeyId, , region, service] = (signed ?? query.get('X-Amz-Credential') ?? '').split('/')
  return accessKeyId && region && service ? { accessKeyId, region, service } : undefined
}
