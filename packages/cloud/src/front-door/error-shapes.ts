import { randomUUID } from 'node:crypto'
import type { Reply, Service } from './call.ts'

/** Builds errors of the AWS JSON protocol, with the code in `__type`. */
export function jsonErrors(namespace: string, version: '1.0' | '1.1'): Service['error'] {
  return (_, status, code, message) => ({
    status,
    headers: { 'content-type': `application/x-amz-json-${version}`, 'x-amzn-requestid': randomUUID() },
    body: JSON.stringify({ __type: `${namespace}#${code}`, message }),
  })
}

/** Builds errors of SQS, whose JSON clients read the code of the older protocol from a header. */
export function sqsErrors(): Service['error'] {
  const shape = jsonErrors('com.amazonaws.sqs', '1.0')
  return (call, status, code, message) => {
    const reply = shape(call, status, code, message)
    const fault = status < 500 ? 'Sender' : 'Receiver'
    return { ...reply, headers: { ...reply.headers, 'x-amzn-query-error': `${code};${fault}` } }
  }
}

/** Builds an error of the REST-JSON protocol, with the code in a header. */
export function restJsonError(status: number, code: string, message: string): Reply {
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'x-amzn-errortype': code,
      'x-amzn-requestid': randomUUID(),
    },
    body: JSON.stringify({ message }),
  }
}

/** Builds an error of S3: XML, without a body for HEAD. */
export function s3Error(
  { method, url }: { readonly method: string; readonly url: URL },
  status: number,
  code: string,
  message: string,
): Reply {
  const requestId = randomUUID()
  const fields = { Code: code, Message: message, Resource: url.pathname, RequestId: requestId }
  const xml = Object.entries(fields).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`)
  return {
    status,
    headers: { 'content-type': 'application/xml', 'x-amz-request-id': requestId },
    body: method === 'HEAD' ? '' : `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${xml.join('')}</Error>`,
  }
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
