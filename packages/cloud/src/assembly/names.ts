import { createHash } from 'node:crypto'

/** Names one resource of the assembly for good: the same at every start, so that its data is found again. */
export interface Identity {
  readonly stack: string
  readonly logicalId: string
}

/** `<stack>-<logicalId>`, shortened with a digest where the service allows fewer characters. */
export function physicalName({ stack, logicalId }: Identity, maxLength = 255): string {
  const name = `${stack}-${logicalId}`
  return name.length <= maxLength ? name : `${name.slice(0, maxLength - 9)}-${shortId({ stack, logicalId }, 8)}`
}

/** An id like those that API Gateway gives: lower-case letters and digits. */
export function shortId({ stack, logicalId }: Identity, length = 10): string {
  const digest = createHash('sha256').update(`${stack}/${logicalId}`).digest('hex')
  return BigInt(`0x${digest}`).toString(36).slice(0, length)
}

/** An id like those that KMS gives: a UUID. */
export function uuid({ stack, logicalId }: Identity): string {
  const hex = createHash('sha256').update(`${stack}/${logicalId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
