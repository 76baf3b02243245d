import { objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { Json, JsonObject, Resource } from '../resource.ts'

/** The properties of an index that determine its cost. */
export interface IndexSchema {
  readonly name: string
  /** A local index uses the partitions of its table. */
  readonly isGlobal: boolean
  /** Partition key first. */
  readonly keys: readonly string[]
  /** Attributes that are copied; `undefined` for all. */
  readonly projected: readonly string[] | undefined
}

/** The properties of a table that determine its cost. */
export interface TableSchema {
  readonly arn: string
  /** Partition key first. */
  readonly keys: readonly string[]
  readonly indexes: readonly IndexSchema[]
}

/** Returns the tables of the template, by name. */
export function tableSchemas(resources: readonly Resource[]): ReadonlyMap<string, TableSchema> {
  const tables = resources.filter(({ type }) => /^AWS::DynamoDB::(Global)?Table$/.test(type))
  return new Map(tables.map((table) => [table.physicalId, schemaOf(table)]))
}

function schemaOf({ arn, properties }: Resource): TableSchema {
  const keys = keyNames(properties.KeySchema)
  const indexOf = (index: JsonObject, isGlobal: boolean): IndexSchema => {
    const { ProjectionType, NonKeyAttributes } = objectAt(index, 'Projection')
    const own = keyNames(index.KeySchema)
    const projected = ProjectionType === 'ALL' ? undefined : [...keys, ...own, ...textsOf(NonKeyAttributes)]
    return { name: textOf(index.IndexName) ?? '', isGlobal, keys: own, projected }
  }
  const globals = objectsOf(properties.GlobalSecondaryIndexes).map((index) => indexOf(index, true))
  const locals = objectsOf(properties.LocalSecondaryIndexes).map((index) => indexOf(index, false))
  return { arn, keys, indexes: [...globals, ...locals] }
}

function keyNames(schema: Json | undefined): readonly string[] {
  return objectsOf(schema).map(({ AttributeName }) => textOf(AttributeName) ?? '')
}
