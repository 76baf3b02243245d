import { request } from 'node:http'
import { parseObject, textOf } from '../json.ts'
import type { JsonObject } from '../resource.ts'
import { ServiceError } from '../service-error.ts'

/** Calls an action of a service with AWS's JSON protocol. */
export type CallAction = (action: string, input: JsonObject) => Promise<JsonObject>

/** A client without the SDK. The engines check no signature. `target` prefixes `X-Amz-Target`: `DynamoDB_20120810`. */
export function jsonClient(options: {
  readonly endpoint: string
  readonly target: string
  readonly service: string
  readonly region: string
  /** Identifies the database in a shared engine. @default `ENGINE_ACCESS_KEY_ID` */
  readonly accessKeyId?: string
}): CallAction {
  const authorization = engineAuthorization(options)
  return async (action, input) => {
    const { status, body } = await post(options.endpoint, JSON.stringify(input), {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${options.target}.${action}`,
      authorization,
    })
    const output = parseObject(body === '' ? '{}' : body)
    if (status < 300) return output
    throw serviceErrorOf(status, output)
  }
}

export function serviceErrorOf(status: number, output: JsonObject): ServiceError {
  const code = textOf(output.__type)?.split('#').at(-1) ?? 'InternalFailure'
  return new ServiceError(status, code, textOf(output.message) ?? textOf(output.Message) ?? code)
}

/** The engines accept any access key id of letters and digits. */
export const ENGINE_ACCESS_KEY_ID = 'ENGINE'

/** Builds the header by which an engine identifies the caller. */
export function engineAuthorization({
  accessKeyId = ENGINE_ACCESS_KEY_ID,
  region,
  service,
}: {
  readonly accessKeyId?: string
  readonly region: string
  readonly service: string
}): string {
  const scope = `${accessKeyId}/20260101/${region}/${service}/aws4_request`
  return `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`
}

function post(endpoint: string, body: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const outgoing = request(endpoint, { method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 500, body: Buffer.concat(chunks).toString() }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
