import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'

type Value = unknown
type Item = Record<string, Value>
interface Input {
  readonly TableName?: string
  readonly IndexName?: string
  readonly Key?: Item
  readonly Item?: Item
  readonly Limit?: number
  readonly ScanIndexForward?: boolean
  readonly ExclusiveStartKey?: Item
  readonly KeyConditionExpression?: string
  readonly FilterExpression?: string
  readonly ConditionExpression?: string
  readonly UpdateExpression?: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Item
  readonly ReturnValues?: string
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Item[] }>>
  readonly TransactItems?: readonly Readonly<
    Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Input | undefined>
  >[]
}

/**
 * Replaces DynamoDB for the core's table client with a table in memory: thousands of short runs, each with an empty table, take
 * seconds. It evaluates the expressions that ElectroDB writes. `pause` is awaited before each call, so that a test decides how
 * concurrent calls interleave.
 */
export function memoryTable(pause: () => Promise<void> = async () => {}) {
  const items = new Map<string, Map<string, Item>>()
  const client = mockClient(DynamoDBDocumentClient)
  const answering = (answer: (input: Input) => object) => async (input: unknown) => {
    await pause()
    return answer(Object(input))
  }
  client.on(GetCommand).callsFake(answering(({ Key }) => ({ Item: structuredClone(find(items, Key)) })))
  client.on(BatchGetCommand).callsFake(answering(({ RequestItems = {} }) => batchGet(items, RequestItems)))
  client.on(QueryCommand).callsFake(answering((input) => query(items, input)))
  client.on(PutCommand).callsFake(answering((input) => write(items, input, { Put: input })))
  client.on(UpdateCommand).callsFake(answering((input) => write(items, input, { Update: input })))
  client.on(DeleteCommand).callsFake(answering((input) => write(items, input, { Delete: input })))
  client.on(TransactWriteCommand).callsFake(answering(({ TransactItems = [] }) => transactWrite(items, TransactItems)))
  return {
    clear() {
      items.clear()
      // The calls of all runs would fill the memory.
      client.resetHistory()
    },
    all: (): Item[] => [...items.values()].flatMap((each) => [...each.values()]),
    restore: () => client.restore(),
  }
}

type Items = Map<string, Map<string, Item>>

/** As DynamoDB limits a partition key. */
const LONGEST_KEY_BYTES = 2048

function find(items: Items, key: Item = {}): Item | undefined {
  if (Buffer.byteLength(String(key.pk)) > LONGEST_KEY_BYTES) throw new Error('The partition key is too long')
  return items.get(String(key.pk))?.get(String(key.sk))
}

function batchGet(items: Items, request: NonNullable<Input['RequestItems']>): object {
  const Responses = Object.fromEntries(
    Object.entries(request).map(([name, { Keys }]) => [
      name,
      Keys.flatMap((key) => structuredClone(find(items, key)) ?? []),
    ]),
  )
  return { Responses, UnprocessedKeys: {} }
}

function query(items: Items, input: Input): object {
  const { KeyConditionExpression = '', FilterExpression, ScanIndexForward = true, Limit, ExclusiveStartKey } = input
  const [pk, sk] = input.IndexName ? [`${input.IndexName}pk`, `${input.IndexName}sk`] : ['pk', 'sk']
  const all = [...items.values()].flatMap((each) => [...each.values()])
  const found = all
    .filter((item) => item[pk] !== undefined && holds(KeyConditionExpression, input, item))
    .toSorted((one, other) => (String(one[sk]) < String(other[sk]) ? -1 : 1))
  const ordered = ScanIndexForward ? found : found.toReversed()
  const start = ExclusiveStartKey
    ? ordered.findIndex((item) => item.pk === ExclusiveStartKey.pk && item.sk === ExclusiveStartKey.sk) + 1
    : 0
  const page = ordered.slice(start, Limit === undefined ? undefined : start + Limit)
  const last = page.at(-1)
  const hasMore = start + page.length < ordered.length
  return {
    Items: structuredClone(page.filter((item) => !FilterExpression || holds(FilterExpression, input, item))),
    ...(hasMore && last && { LastEvaluatedKey: { pk: last.pk, sk: last.sk, [pk]: last[pk], [sk]: last[sk] } }),
  }
}

type Write = Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck', Input | undefined>>

function write(items: Items, input: Input, change: Write): object {
  const before = find(items, input.Key ?? input.Item)
  if (!isAllowed(items, change)) {
    const error = new Error('The conditional request failed')
    error.name = 'ConditionalCheckFailedException'
    throw Object.assign(error, before && { Item: marshall(before, { removeUndefinedValues: true }) })
  }
  const after = apply(items, change)
  const { ReturnValues } = input
  return {
    Attributes: structuredClone(ReturnValues === 'ALL_NEW' ? after : ReturnValues === 'ALL_OLD' ? before : undefined),
  }
}

function transactWrite(items: Items, changes: NonNullable<Input['TransactItems']>): object {
  const reasons = changes.map((change) => ({ Code: isAllowed(items, change) ? 'None' : 'ConditionalCheckFailed' }))
  if (reasons.some(({ Code }) => Code !== 'None')) {
    const error = new Error(`Transaction cancelled`)
    error.name = 'TransactionCanceledException'
    throw Object.assign(error, { CancellationReasons: reasons })
  }
  const keys = changes.map(({ Put, Update, Delete, ConditionCheck }) => {
    const { pk, sk } = Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key ?? {}
    return `${pk}|${sk}`
  })
  if (new Set(keys).size < keys.length) throw new Error(`two changes of one item: ${keys.join(', ')}`)
  for (const change of changes) apply(items, change)
  return {}
}

function isAllowed(items: Items, { Put, Update, Delete, ConditionCheck }: Write): boolean {
  const input = Put ?? Update ?? Delete ?? ConditionCheck
  if (input?.ConditionExpression === undefined) return true
  return holds(input.ConditionExpression, input, find(items, input.Key ?? input.Item) ?? {})
}

function apply(items: Items, { Put, Update, Delete }: Write): Item | undefined {
  const key = Put?.Item ?? Update?.Key ?? Delete?.Key
  if (!key) return undefined
  const partition = items.get(String(key.pk)) ?? new Map<string, Item>()
  items.set(String(key.pk), partition)
  if (Delete) {
    partition.delete(String(key.sk))
    return undefined
  }
  const { pk, sk } = key
  const item = defined(Put?.Item ?? updated({ pk, sk, ...partition.get(String(key.sk)) }, Update ?? {}))
  partition.set(String(key.sk), item)
  return item
}

/** Returns a copy without undefined attributes. */
function defined(item: Item): Item {
  return Object.fromEntries(
    Object.entries(structuredClone(item)).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [
            [
              name,
              isPlain(value)
                ? defined(value)
                : Array.isArray(value)
                  ? value.map((each) => (isPlain(each) ? defined(each) : each))
                  : value,
            ],
          ],
    ),
  )
}

function isPlain(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

const TOKEN = /\s*(<>|<=|>=|[<>=(),+-]|[#:]?\w+(?:\.#?\w+)*(?:\[\d+\])?)/y

function tokensOf(expression: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(expression); match; match = TOKEN.exec(expression)) tokens.push(match[1] ?? '')
  return tokens
}

/** Reads an expression from its tokens. */
class Reader {
  #at = 0
  readonly #tokens: readonly string[]
  readonly #input: Input
  readonly #item: Item

  constructor(expression: string, input: Input, item: Item) {
    this.#tokens = tokensOf(expression)
    this.#input = input
    this.#item = item
  }

  get next(): string {
    return this.#tokens[this.#at] ?? ''
  }

  take(wanted?: string): string {
    const token = this.next
    if (wanted !== undefined && token.toUpperCase() !== wanted) throw new Error(`${wanted} expected, not ${token}`)
    this.#at += 1
    return token
  }

  any(): boolean {
    let result = this.all()
    while (this.next.toUpperCase() === 'OR') {
      this.take()
      const other = this.all()
      result = result || other
    }
    return result
  }

  all(): boolean {
    let result = this.one()
    while (this.next.toUpperCase() === 'AND') {
      this.take()
      const other = this.one()
      result = result && other
    }
    return result
  }

  one(): boolean {
    if (this.next.toUpperCase() === 'NOT') {
      this.take()
      return !this.one()
    }
    if (this.next === '(') {
      this.take()
      const result = this.any()
      this.take(')')
      return result
    }
    const name = this.next
    if (['attribute_exists', 'attribute_not_exists', 'begins_with', 'contains'].includes(name)) {
      const [first, second] = this.arguments()
      if (name === 'attribute_exists') return first !== undefined
      if (name === 'attribute_not_exists') return first === undefined
      if (name === 'begins_with') return typeof first === 'string' && first.startsWith(String(second))
      return Array.isArray(first) ? first.includes(second) : String(first).includes(String(second))
    }
    const left = this.operand()
    const operator = this.take().toUpperCase()
    if (operator === 'BETWEEN') {
      const low = this.operand()
      this.take('AND')
      const high = this.operand()
      return compare(left, '>=', low) && compare(left, '<=', high)
    }
    return compare(left, operator, this.operand())
  }

  arguments(): Value[] {
    this.take()
    this.take('(')
    const values = [this.operand()]
    while (this.next === ',') {
      this.take()
      values.push(this.operand())
    }
    this.take(')')
    return values
  }

  operand(): Value {
    let value = this.term()
    while (this.next === '+' || this.next === '-') {
      const sign = this.take() === '+' ? 1 : -1
      value = Number(value) + sign * Number(this.term())
    }
    return value
  }

  term(): Value {
    const token = this.next
    if (token === 'if_not_exists') {
      const [stored, other] = this.arguments()
      return stored ?? other
    }
    if (token === 'list_append') {
      const [first, second] = this.arguments()
      return [...listOf(first), ...listOf(second)]
    }
    this.take()
    if (token.startsWith(':')) return this.#input.ExpressionAttributeValues?.[token]
    return this.path(token).reduce<Value>((value, name) => (isPlain(value) ? value[name] : undefined), this.#item)
  }

  path(token: string): string[] {
    return token.split('.').map((part) => this.#input.ExpressionAttributeNames?.[part] ?? part)
  }
}

function listOf(value: Value): Value[] {
  return Array.isArray(value) ? value : []
}

function compare(left: Value, operator: string, right: Value): boolean {
  if (operator === '=') return JSON.stringify(left) === JSON.stringify(right)
  if (operator === '<>') return JSON.stringify(left) !== JSON.stringify(right)
  if (left === undefined || right === undefined || typeof left !== typeof right) return false
  const order =
    typeof left === 'number' ? left - Number(right) : String(left) < String(right) ? -1 : left === right ? 0 : 1
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  if (operator === '>') return order > 0
  if (operator === '>=') return order >= 0
  throw new Error(`unknown operator ${operator}`)
}

function holds(expression: string, input: Input, item: Item): boolean {
  return new Reader(expression, input, item).any()
}

/** Returns an item after an update. Values are those of before. */
function updated(item: Item, input: Input): Item {
  const { UpdateExpression = '' } = input
  const result = structuredClone(item)
  const reader = new Reader(UpdateExpression, input, item)
  let clause = ''
  while (reader.next !== '') {
    if (['SET', 'ADD', 'REMOVE', 'DELETE'].includes(reader.next.toUpperCase())) clause = reader.take().toUpperCase()
    const [name = ''] = reader.path(reader.take())
    if (clause === 'SET') {
      reader.take('=')
      result[name] = reader.operand()
    } else if (clause === 'ADD') result[name] = added(result[name], reader.operand())
    else delete result[name]
    if (reader.next === ',') reader.take()
  }
  return result
}

function added(stored: Value, more: Value): Value {
  if (more instanceof Set) return new Set([...(stored instanceof Set ? stored : []), ...more])
  return Number(stored ?? 0) + Number(more)
}
