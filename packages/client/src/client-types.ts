/** Settings of one call. */
export interface CallOptions {
  /** Ends the call, also while it waits for its next attempt; the call then throws the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * Sent as `Idempotency-Key` with a POST. `null` sends none, and the call is then never sent twice.
   * @default a new UUID for each call
   */
  readonly idempotencyKey?: string | null
  /** Milliseconds that one attempt may take. @default the client's */
  readonly timeoutMs?: number
  /** Attempts after the first. @default the client's */
  readonly retries?: number
}

/** What one operation takes and answers. */
export interface OperationType {
  readonly params: unknown
  readonly query: unknown
  /** `undefined` when it takes none. */
  readonly body: unknown
  readonly bodyOptional: boolean
  readonly result: unknown
}

/**
 * The methods of a set of operations: `'webhook-deliveries/replay'` becomes `webhookDeliveries.replay`. A method takes the
 * path parameter (several of them as one object), then the body (or the query, where there is no body), then options.
 */
export type Client<T, Prefix extends string = ''> = {
  readonly [Segment in SegmentAfter<Prefix, keyof T & string> as CamelCase<Segment>]: MemberAt<T, `${Prefix}${Segment}`>
}

type MemberAt<T, Key extends string> = Key extends keyof T
  ? T[Key] extends OperationType
    ? Method<T[Key]>
    : never
  : Client<T, `${Key}/`>

/** The call of one operation; a list adds `all`, which yields its items page after page. */
export type Method<T extends OperationType> = ((...args: Arguments<T>) => Promise<T['result']>) &
  (T['result'] extends { readonly next: string | null; readonly results: readonly (infer Item)[] }
    ? { readonly all: (...args: Arguments<T>) => AsyncGenerator<Item, void, undefined> }
    : unknown)

/** What an operation takes: its body, or its query where it has no body. */
export type Input<T extends OperationType> = IsEmpty<T['body']> extends true ? Query<T> : T['body']

type Query<T extends OperationType> = { [Name in keyof T['query']]: QueryValue<T['query'][Name]> }
/** A query is text on the wire: a number may stand for free text, a boolean for `true` and `false`. */
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

/** An operation with a body takes its query, if it has one, among the options. */
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

/** Whether there is nothing to give: no body, or an object without fields. */
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
