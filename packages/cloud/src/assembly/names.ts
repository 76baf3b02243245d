import { createHash } from 'node:crypto'

/** Identifies a resource of the assembly. It is the same at every start, so that the resource finds its data again. */
export interface Identity {
  readonly stack: string
  readonly logicalId: string
}

/** Returns `<stack>-<logicalId>`, shortened with a digest if the service allows fewer characters. */
export function physicalName({ stack, logicalId }: Identity, maxLength = 255): string {
  const name = `${stack}-${logicalId}`
  return name.length <= maxLength ? name : `${name.slice(0, maxLength - 9)}-${shortId({ stack, logicalId }, 8)}`
}

/** Returns an id in the format of API Gateway: lower-case letters and digits. */
export function shortId({ stack, logicalId }: Identity, length = 10): string {
  const digest = createHash('sha256').update(`${stack}/${logicalId}`).digest('hex')
  return BigInt(`0x${digest}`).toString(36).slice(0, length)
}

/** Returns an id in the format of KMS: a UUID. */
export function uuid({ stack, logicalId }: Identity): string {
  const hex = createHash('sha256').update(`${stack}/${logicalId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
