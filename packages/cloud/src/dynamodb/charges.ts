import type { JsonCall } from '../front-door/json-call.ts'
import { objectAt, textOf } from '../json.ts'
import type { TableSchema } from '../ledger/table-schema.ts'
import { type Image, indexWrites, tableUnits } from '../ledger/write-units.ts'
import type { Json } from '../resource.ts'
import { assignments } from './expressions.ts'
import { type ItemRequest, keyValue, type Schemas, tableOf } from './item-requests.ts'
import type { Charge, Partition } from './partition-meter.ts'

/** Returns a write's units on the partitions of its table and global indexes. Local indexes use the table's. */
export function writeCharges(
  { table, key }: ItemRequest,
  images: { readonly before: Image; readonly after: Image },
  { schemas, isTransaction }: { readonly schemas: Schemas; readonly isTransaction: boolean },
): readonly Charge[] {
  const schema = schemas.get(table)
  if (!schema) return []
  const { before, after } = images
  const partition = tablePartition('Write', schema, key[schema.keys[0] ?? ''])
  const own = { partition, units: (isTransaction ? 2 : 1) * tableUnits(before, after) }
  const indexed = schema.indexes.flatMap((index) =>
    indexWrites(before, after, index).map(({ entry, units }) => ({
      units,
      partition: index.isGlobal ? indexPartition('Write', schema, index.name, entry[index.keys[0] ?? '']) : partition,
    })),
  )
  return [own, ...indexed]
}

/** Predicts an item after a write, as far as the request determines it. */
export function expectedImage({ kind, key, request }: ItemRequest, before: Image): Image {
  if (kind === 'Put') return objectAt(request, 'Item')
  if (kind === 'Update') return { ...key, ...before, ...Object.fromEntries(assignments(request, 'UpdateExpression')) }
  return kind === 'Delete' ? undefined : before
}

export function itemPartition({ table, key }: ItemRequest, schemas: Schemas): Partition | undefined {
  const schema = schemas.get(table)
  return schema && tablePartition('Read', schema, key[schema.keys[0] ?? ''])
}

export function queryPartition({ input }: JsonCall, schemas: Schemas): Partition | undefined {
  const schema = schemas.get(tableOf(input.TableName))
  if (!schema) return undefined
  const index = schema.indexes.find(({ name, isGlobal }) => isGlobal && name === textOf(input.IndexName))
  const [name = ''] = index?.keys ?? schema.keys
  const value = assignments(input, 'KeyConditionExpression').get(name)
  if (value === undefined) return undefined
  return index ? indexPartition('Read', schema, index.name, value) : tablePartition('Read', schema, value)
}

function tablePartition(operation: Partition['operation'], { arn }: TableSchema, value: Json | undefined): Partition {
  return { operation, arn, isIndex: false, key: keyValue(value) }
}

function indexPartition(
  operation: Partition['operation'],
  { arn }: TableSchema,
  index: string,
  value: Json | undefined,
): Partition {
  return { operation, arn: `${arn}/index/${index}`, isIndex: true, key: keyValue(value) }
}
