import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { QUEUE_BODIES } from '@replywright/contract/queues.ts'
import { EMPTY_SETTINGS, storedSettings } from '@replywright/core/agents/agent-settings.ts'
import { Entity } from 'electrodb'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { Item, itemOf, type StoredItem, version1Items } from './version-1.ts'

/** What each queue's worker takes. */
const BODIES: Readonly<Record<string, v.GenericSchema>> = QUEUE_BODIES
/** Entities that their module keeps to itself. */
const PRIVATE = globSync('packages/core/src/**/*.ts').flatMap((path) => {
  const declared =
    /^const \w+ = \/\* @__PURE__ \*\/ entity\(\(\) => \(\{\s*model: \{ service: 'messaging', entity: '(\w+)'/gm
  return Array.from(readFileSync(path, 'utf8').matchAll(declared), ([, name]) => name)
})

const AgentBody = v.looseObject({ settings: v.string(), format: v.optional(v.number()) })
const Snapshot = v.object({
  items: v.pipe(v.string(), v.parseJson(), v.array(Item)),
  messages: v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ queueMessages: v.array(v.object({ queue: v.string(), body: v.string() })) }),
  ),
})
/** What each release stored and sent. `npm run release` adds one; the first was recorded by hand. */
const snapshots = globSync('test/infra/stored/version-*/').map((directory) => {
  const read = (name: string) => readFileSync(join(directory, `${name}.json`), 'utf8')
  const { items, messages } = v.parse(Snapshot, { items: read('items'), messages: read('in-flight') })
  return { version: basename(directory), items, queueMessages: messages.queueMessages }
})

const Schema = v.object({
  model: v.object({ entity: v.string(), version: v.string() }),
  attributes: v.record(v.string(), v.object({ required: v.optional(v.boolean()), field: v.optional(v.string()) })),
})
/** Entities by name; two kinds of counters have the same name. */
const entities = new Map<
  string,
  { readonly schema: v.InferOutput<typeof Schema>; readonly read: (item: StoredItem) => unknown }[]
>()
beforeAll(async () => {
  const files = globSync('packages/core/src/**/*.ts', { exclude: ['**/*.test.ts'] })
  for (const path of files.filter((file) => readFileSync(file, 'utf8').includes(' entity(() =>')))
    for (const exported of Object.values(await import(`${process.cwd()}/${path}`)))
      if (exported instanceof Entity) {
        const schema = v.parse(Schema, exported.schema)
        const read = (item: StoredItem): unknown => exported.parse({ Item: item }).data
        entities.set(schema.model.entity, [...(entities.get(schema.model.entity) ?? []), { schema, read }])
      }
})

/** Returns the attributes that an entity requires and the item lacks. */
function missingIn(item: StoredItem, { attributes }: v.InferOutput<typeof Schema>): string[] {
  const required = Object.entries(attributes).filter(([, attribute]) => attribute.required)
  return required.flatMap(([name, { field = name }]) => (field in item ? [] : [`${item._e}.${name}`]))
}

test('there is a snapshot of the first release', () => {
  expect(snapshots.map(({ version }) => version)).toContain('version-1')
})

describe.each(snapshots)('items and messages of $version', ({ items, queueMessages }) => {
  const known = items.filter(({ _e }) => !PRIVATE.includes(_e))

  test('have every attribute that their entities require: attributes added later are optional', () => {
    expect(known.filter(({ _e }) => !entities.has(_e))).toEqual([])
    for (const item of known)
      expect(entities.get(item._e)?.map(({ schema }) => missingIn(item, schema))).toContainEqual([])
  })

  test('have the version that their entities read: ElectroDB omits items of any other', () => {
    for (const item of known) {
      expect(entities.get(item._e)?.[0]?.schema.model.version).toBe(item._v)
      expect(entities.get(item._e)?.map(({ read }) => read(item))).toContainEqual(expect.any(Object))
    }
  })

  test('have settings of agents that can be read', () => {
    const bodies = items.filter(({ _e }) => _e === 'agentBody').map((item) => v.parse(AgentBody, item))
    expect(bodies.length).toBeGreaterThan(0)
    for (const { settings, format } of bodies) expect(storedSettings.parse(settings, format).name).not.toBe('')
  })

  test.each(queueMessages)(
    'in the queue $queue are accepted, also with a field of a later release: $body',
    ({ queue, body }) => {
      const sent: object = JSON.parse(body)
      const schema = BODIES[queue]
      if (!schema) throw new Error(`no worker reads ${queue}`)
      expect(v.parse(schema, sent)).toMatchObject(sent)
      expect(v.parse(schema, { ...sent, later: 1 })).toEqual(v.parse(schema, sent))
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
      expect(Object.keys(item), name).toEqual(expect.arrayContaining(Object.keys(whole)))
    }
  })

  test('in the format of a later release are rejected', () => {
    expect(() => storedSettings.parse(settings, storedSettings.format + 1)).toThrow(
      `is stored in format ${storedSettings.format + 1}; this release reads up to ${storedSettings.format}. Deploy`,
    )
  })
})
