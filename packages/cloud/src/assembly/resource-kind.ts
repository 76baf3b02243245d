import { textOf } from '../json.ts'
import type { Environment, Json } from '../resource.ts'
import { type Identity, physicalName } from './names.ts'

/** What is known of one resource while its references are worked out. */
export interface Subject {
  readonly identity: Identity
  readonly environment: Environment
  /** Where SDK calls go: the front door. */
  readonly endpointUrl: string
  /** URL at which an `AWS::Lambda::Url` listens, with a slash at the end. */
  readonly functionUrl: () => string
  /** One property, its intrinsic functions resolved only now. */
  readonly property: (name: string) => Json | undefined
}

/** How a resource type is referred to. */
export interface ResourceKind {
  /** What `Ref` answers. */
  readonly ref: (subject: Subject) => string
  /** The resource's ARN; left out for a type that has none. */
  readonly arn?: (subject: Subject) => string
  /** What `Fn::GetAtt` answers, by attribute. `Arn` needs no entry. */
  readonly attributes?: Readonly<Record<string, (subject: Subject) => string>>
}

/** The value of a naming property, or a name made of stack and logical id. */
export function named(property: string, maxLength?: number): (subject: Subject) => string {
  return ({ identity, property: read }) => textOf(read(property)) ?? physicalName(identity, maxLength)
}

/** `arn:aws:<service>:<region>:<account>:<what>` */
export function regionalArn(service: string, { environment }: Subject, what: string): string {
  return `arn:aws:${service}:${environment.region}:${environment.accountId}:${what}`
}

/** The text of a property that the type cannot do without. */
export function required(subject: Subject, name: string): string {
  const value = textOf(subject.property(name))
  if (value === undefined) throw new Error(`${subject.identity.stack}/${subject.identity.logicalId} has no ${name}`)
  return value
}
