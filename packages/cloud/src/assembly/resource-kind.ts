import { textOf } from '../json.ts'
import type { Environment, Json } from '../resource.ts'
import { type Identity, physicalName } from './names.ts'

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
