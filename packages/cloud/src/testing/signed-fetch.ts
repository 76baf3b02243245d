import type { ClientConfiguration } from './ground.ts'

/** Sends a request with the scope of a signature, for services without an installed client. Returns the response's text. */
export async function signedFetch(
  { endpoint, region, credentials }: ClientConfiguration,
  service: string,
  path: string,
  request: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string } = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const scope = `${credentials.accessKeyId}/20260101/${region}/${service}/aws4_request`
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`
  const token = credentials.sessionToken && { 'x-amz-security-token': credentials.sessionToken }
  const headers = { ...request.headers, authorization, ...token }
  const response = await fetch(`${endpoint}${path}`, { ...request, headers })
  return { status: response.status, text: await response.text() }
}
