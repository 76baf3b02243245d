export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

/** A resource of the synthesized assembly with every intrinsic function resolved. */
export interface Resource {
  /** Name of the CloudFormation stack. */
  readonly stack: string
  /** Logical id within the stack's template. */
  readonly logicalId: string
  /** CloudFormation type, for example `AWS::Lambda::Function`. */
  readonly type: string
  /** The value of `Ref`, for example a function's name or a queue's URL. The same at every start. */
  readonly physicalId: string
  /** The resource's ARN, or `''` for a type without one. */
  readonly arn: string
  /** Properties as CloudFormation would pass them, with all intrinsic functions resolved. */
  readonly properties: JsonObject
}

export interface Environment {
  readonly region: string
  readonly accountId: string
}

/** Credentials of a user or a role at the front door. Those of a role have a session token. */
export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}
