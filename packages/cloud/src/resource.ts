/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json }

/** One resource of the synthesized assembly with every intrinsic function resolved. */
export interface Resource {
  /** Name of the CloudFormation stack. */
  readonly stack: string
  /** Logical id within the stack's template. */
  readonly logicalId: string
  /** CloudFormation type, for example `AWS::Lambda::Function`. */
  readonly type: string
  /** What `Ref` answers, for example a function's name or a queue's URL. The same at every start. */
  readonly physicalId: string
  /** The resource's ARN, or `''` for a type that has none. */
  readonly arn: string
  /** Properties as CloudFormation would pass them on, no intrinsic function left. */
  readonly properties: JsonObject
}

/** Where and who the embedded cloud is. */
export interface Environment {
  readonly region: string
  readonly accountId: string
}

/** Long-lived credentials that stand for one IAM role, as the front door knows them. */
export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}
