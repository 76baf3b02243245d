import { objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { Json, JsonObject, Resource } from '../resource.ts'

/** An index, as far as it costs something. */
export interface IndexSchema {
  readonly keys: readonly string[]
  /** Attributes that are copied; `undefined` for all. */
  readonly projected: readonly string[] | undefined
}

/** A table, as far as it costs something. */
export interface TableSchema {
  readonly keys: readonly string[]
  readonly indexes: readonly IndexSchema[]
}

/** The tables of the template, by name. */
export function tableSchemas(resources: readonly Resource[]): ReadonlyMap<string, TableSchema> {
  const tables = resources.filter(({ type }) => /^AWS::DynamoDB::(Global)?Table$/.test(type))
  return new Map(tables.map(({ physicalId, properties }) => [physicalId, schemaOf(properties)]))
}

function schemaOf(properties: JsonObject): TableSchema {
  const keys = keyNames(properties.KeySchema)
  const indexes = [...objectsOf(properties.GlobalSecondaryIndexes), ...objectsOf(properties.LocalSecondaryIndexes)]
  return {
    keys,
    indexes: indexes.map((index) => {
      const { ProjectionType, NonKeyAttributes } = objectAt(index, 'Projection')
      const own = keyNames(index.KeySchema)
      const projected = ProjectionType === 'ALL' ? undefined : [...keys, ...own, ...textsOf(NonKeyAttributes)]
      return { keys: own, projected }
    }),
  }
}

function keyNames(schema: Json | undefined): readonly string[] {
  return objectsOf(schema).map(({ AttributeName }) => textOf(AttributeName) ?? '')
}
