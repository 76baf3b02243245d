import { createHash } from 'node:crypto'
import { textOf } from '../json.ts'
import type { Environment, Json } from '../resource.ts'

/** Identifies a resource of the assembly. It is the same at every start, so that the resource finds its data again. */
export interface Identity {
  readonly stack: string
  readonly logicalId: string
}

/** What is known about a resource while its references are resolved. */
export interface Subject {
  readonly identity: Identity
  readonly environment: Environment
  /** The endpoint for SDK calls: the front door. */
  readonly endpointUrl: string
  /** Returns the URL of an `AWS::Lambda::Url`, with a trailing slash. */
  readonly functionUrl: () => string
  /** Resolves one property and its intrinsic functions on demand. */
  readonly property: (name: string) => Json | undefined
}

/** How templates refer to a resource type. */
export interface ResourceKind {
  /** Returns the value of `Ref`. */
  readonly ref: (subject: Subject) => string
  /** Returns the resource's ARN. Types without an ARN omit it. */
  readonly arn?: (subject: Subject) => string
  /** Returns the values of `Fn::GetAtt`, by attribute. `Arn` needs no entry. */
  readonly attributes?: Readonly<Record<string, (subject: Subject) => string>>
}

/** Returns the value of a naming property, or a name from stack and logical id. */
export function named(property: string, maxLength?: number): (subject: Subject) => string {
  return ({ identity, property: read }) => textOf(read(property)) ?? physicalName(identity, maxLength)
}

/** `arn:aws:<service>:<region>:<account>:<what>` */
export function regionalArn(service: string, { environment }: Subject, what: string): string {
  return `arn:aws:${service}:${environment.region}:${environment.accountId}:${what}`
}

/** Returns the text of a required property. */
export function required(subject: Subject, name: string): string {
  const value = textOf(subject.property(name))
  if (value === undefined) throw new Error(`${subject.identity.stack}/${subject.identity.logicalId} has no ${name}`)
  return value
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
