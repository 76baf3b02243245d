// @module-tag isolated
import { globSync } from 'node:fs'
import { QUEUE_BODIES } from '@messaging/contract/queues.ts'
import { EMPTY_SETTINGS, storedSettings } from '@messaging/core/agents/agent-settings.ts'
import { Entity } from 'electrodb'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { itemOf, type StoredItem, version1Items, version1Messages } from './version-1.ts'

/** What each queue's worker takes. */
const BODIES: Readonly<Record<string, v.GenericSchema>> = QUEUE_BODIES
/** Entities that their module keeps to itself. */
const PRIVATE = ['messageAlias']

const Schema = v.object({
  model: v.object({ entity: v.string(), version: v.string() }),
  attributes: v.record(v.string(), v.object({ required: v.optional(v.boolean()), field: v.optional(v.string()) })),
})
/** Schemas by the name of the entity; two kinds of counters have the same name. */
const schemas = new Map<string, v.InferOutput<typeof Schema>[]>()
beforeAll(async () => {
  for (const path of globSync('packages/core/src/**/*-entity.ts'))
    for (const exported of Object.values(await import(`${process.cwd()}/${path}`)))
      if (exported instanceof Entity) {
        const schema = v.parse(Schema, exported.schema)
        schemas.set(schema.model.entity, [...(schemas.get(schema.model.entity) ?? []), schema])
      }
})

/** Returns the attributes that an entity requires and the item lacks. */
function missingIn(item: StoredItem, { attributes }: v.InferOutput<typeof Schema>): string[] {
  const required = Object.entries(attributes).filter(([, attribute]) => attribute.required)
  return required.flatMap(([name, { field = name }]) => (field in item ? [] : [`${item._e}.${name}`]))
}

describe('items and messages of version 1', () => {
  test('have every attribute that their entities require: attributes added later are optional', () => {
    const without = version1Items.filter(({ _e }) => !schemas.has(_e)).map(({ _e }) => _e)
    expect(without.toSorted()).toEqual(PRIVATE)
    for (const item of version1Items.filter(({ _e }) => !PRIVATE.includes(_e)))
      expect(schemas.get(item._e)?.map((schema) => missingIn(item, schema))).toContainEqual([])
  })

  test('have the version that their entities read: ElectroDB omits items of any other', () => {
    for (const { _e, _v } of version1Items)
      if (!PRIVATE.includes(_e)) expect(schemas.get(_e)?.[0]?.model.version).toBe(_v)
  })

  test.each(version1Messages)(
    'in the queue $queue are accepted, also with a field of a later release: $body',
    ({ queue, body }) => {
      const sent: object = JSON.parse(body)
      const schema = BODIES[queue]
      if (!schema) throw new Error(`no worker reads ${queue}`)
      expect(v.parse(schema, sent)).toEqual(sent)
      expect(v.parse(schema, { ...sent, later: 1 })).toEqual(sent)
    },
  )
})

describe('the settings of an agent', () => {
  const { settings } = v.parse(
    v.looseObject({ settings: v.string() }),
    itemOf(version1Items, 'agentBody', { version: 2 }),
  )
  const Json = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))
  const stored = v.parse(Json, settings)

  test('of version 1 are read unchanged', () => {
    expect(storedSettings.parse(settings, undefined)).toMatchObject(stored)
  })

  test('have a default for every field added after they were stored', () => {
    expect(storedSettings.parse('{}', undefined)).toEqual(EMPTY_SETTINGS)
    const arrays = Object.entries(stored).filter(([name, value]) => name !== 'icebreakers' && Array.isArray(value))
    expect(arrays.length).toBe(9)
    for (const [name, items] of arrays) {
      const bare = storedSettings.parse(JSON.stringify({ [name]: [{ id: 'x' }] }), undefined)
      const [item = {}] = v.parse(v.array(v.looseObject({})), Object.entries(bare).find(([key]) => key === name)?.[1])
      const [whole = {}] = v.parse(v.array(v.looseObject({})), items)
      expect(Object.keys(item).toSorted(), name).toEqual(Object.keys(whole).toSorted())
    }
  })

  test('in the format of a later release are rejected', () => {
    expect(() => storedSettings.parse(settings, storedSettings.format + 1)).toThrow(
      `is stored in format ${storedSettings.format + 1}; this release reads up to ${storedSettings.format}. Deploy`,
    )
  })
})
