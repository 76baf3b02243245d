export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: string | FormData
    signal: AbortSignal
    redirect: 'manual'
  },
) => Promise<Response>

export interface CallOptions {
  /** Aborts the call, including the wait before a retry. The call throws the signal's reason. */
  readonly signal?: AbortSignal
  /** `Idempotency-Key` of a POST. `null` sends none and disables retries, except after a 429. @default a new UUID for each call */
  readonly idempotencyKey?: string | null
  /** Timeout of one attempt in milliseconds. @default the client's */
  readonly timeoutMs?: number
  /** Maximum number of retries. @default the client's */
  readonly retries?: number
}

export interface OperationType {
  readonly params: unknown
  readonly query: unknown
  /** `undefined` if the operation has no body. */
  readonly body: unknown
  readonly bodyOptional: boolean
  readonly result: unknown
}

/**
 * The methods of a set of operations: `'webhook-deliveries/replay'` becomes `webhookDeliveries.replay`. The arguments
 * are the path parameter (one object if there are several), the body (or the query if there is no body), and the
 * options.
 */
export type Client<T, Prefix extends string = ''> = {
  readonly [Segment in SegmentAfter<Prefix, keyof T & string> as CamelCase<Segment>]: MemberAt<T, `${Prefix}${Segment}`>
}

type MemberAt<T, Key extends string> = Key extends keyof T
  ? T[Key] extends OperationType
    ? Method<T[Key]>
    : never
  : Client<T, `${Key}/`>

/** The method of one operation. A list also has `all`, which yields the items of all pages. */
export type Method<T extends OperationType> = ((...args: Arguments<T>) => Promise<T['result']>) &
  (T['result'] extends { readonly next: string | null; readonly results: readonly (infer Item)[] }
    ? { readonly all: (...args: Arguments<T>) => AsyncGenerator<Item, void, undefined> }
    : unknown)

/** The input of an operation: its body, or its query if it has no body. */
export type Input<T extends OperationType> = IsEmpty<T['body']> extends true ? Query<T> : T['body']

type Query<T extends OperationType> = { [Name in keyof T['query']]: QueryValue<T['query'][Name]> }
/** Query values are sent as text. Numbers are accepted for free text, and booleans for `true` and `false`. */
type QueryValue<Value> = Value | (string extends Value ? number : 'true' | 'false' extends Value ? boolean : never)

type Arguments<T extends OperationType> = [...PathArguments<T['params']>, ...InputArguments<T>]

type PathArguments<Params> = [keyof Params] extends [never]
  ? []
  : IsUnion<keyof Params> extends true
    ? [params: Params]
    : [id: Params[keyof Params]]

type InputArguments<T extends OperationType> =
  IsEmpty<Input<T>> extends true
    ? [options?: Options<T>]
    : IsOptional<T> extends true
      ? [input?: Input<T>, options?: Options<T>]
      : [input: Input<T>, options?: Options<T>]

/** The options of an operation. An operation with a body has its query here. */
type Options<T extends OperationType> =
  IsEmpty<T['body']> extends true
    ? CallOptions
    : IsEmpty<Query<T>> extends true
      ? CallOptions
      : CallOptions & { readonly query?: Query<T> }

type IsOptional<T extends OperationType> = T['bodyOptional'] extends true
  ? true
  : undefined extends Input<T>
    ? true
    : Record<never, never> extends Input<T>
      ? true
      : false

/** Whether there is no input: no body, or an object without fields. */
type IsEmpty<Value> = unknown extends Value
  ? false
  : [Value] extends [undefined]
    ? true
    : [AllKeys<Value>] extends [never]
      ? true
      : false

type AllKeys<Value> = Value extends unknown ? keyof Value : never

type IsUnion<Value, Whole = Value> = Value extends unknown ? ([Whole] extends [Value] ? false : true) : never

type SegmentAfter<Prefix extends string, Key extends string> = Key extends `${Prefix}${infer Rest}`
  ? Rest extends `${infer Segment}/${string}`
    ? Segment
    : Rest
  : never

type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text
