import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createSchemas } from './schemas.ts'

const Contact = v.object({ name: v.string() })
const Settings = v.object({ limit: v.pipe(v.string(), v.transform(Number), v.number()), owner: Contact })
const Holder = v.object({ settings: Settings })
const Unused = v.object({ nothing: v.string() })
const named = new Map<v.GenericSchema, string>([
  [Contact, 'Contact'],
  [Settings, 'Settings'],
  [Holder, 'Holder'],
  [Unused, 'Unused'],
])

test('a named schema is a reference, and the schemas that it refers to are components', () => {
  const list = v.array(Holder)
  const schemas = createSchemas(named, [{ schema: list, mode: 'output' }])
  expect(schemas.schemaOf(list, 'output')).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Holder' } })
  expect(Object.keys(schemas.components)).toEqual(['Contact', 'Holder', 'Settings'])
})

test('a schema whose input differs from its output has a separate input name, and so have schemas that refer to it', () => {
  const schemas = createSchemas(named, [
    { schema: Holder, mode: 'input' },
    { schema: Holder, mode: 'output' },
  ])
  expect(schemas.schemaOf(Holder, 'input')).toEqual({ $ref: '#/components/schemas/HolderInput' })
  expect(schemas.schemaOf(Holder, 'output')).toEqual({ $ref: '#/components/schemas/Holder' })
  expect(Object.keys(schemas.components)).toEqual(['Contact', 'Holder', 'HolderInput', 'Settings', 'SettingsInput'])
  expect(schemas.components.HolderInput).toMatchObject({
    properties: { settings: { $ref: '#/components/schemas/SettingsInput' } },
  })
  expect(schemas.components.Settings).toMatchObject({ properties: { limit: { type: 'number' } } })
  expect(schemas.components.SettingsInput).toMatchObject({
    properties: { limit: { type: 'string' }, owner: { $ref: '#/components/schemas/Contact' } },
  })
})

test('a schema without a name is inlined', () => {
  const inner = v.object({ id: v.string() })
  const outer = v.object({ first: inner, second: inner })
  const schemas = createSchemas(named, [
    { schema: inner, mode: 'output' },
    { schema: outer, mode: 'output' },
  ])
  const written = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
  expect(schemas.schemaOf(outer, 'output')).toMatchObject({ properties: { first: written, second: written } })
  expect(schemas.components).toEqual({})
})

test.each([
  [v.nullable(v.pipe(v.string(), v.maxLength(5))), { type: ['string', 'null'], maxLength: 5 }],
  [v.nullable(v.picklist(['a', 'b'])), { type: ['string', 'null'], enum: ['a', 'b', null] }],
  [
    v.pipe(v.nullish(v.pipe(v.number(), v.integer())), v.description('d')),
    { type: ['integer', 'null'], description: 'd' },
  ],
  [v.nullable(Contact), { anyOf: [{ $ref: '#/components/schemas/Contact' }, { type: 'null' }] }],
  [v.union([v.string(), v.number()]), { anyOf: [{ type: 'string' }, { type: 'number' }] }],
  [
    v.optional(v.union([v.array(v.string()), v.record(v.string(), v.string())]), []),
    expect.not.objectContaining({ default: [] }),
  ],
])('a text, number or boolean or null has both types, and a default has a type beside it', (schema, written) => {
  expect(createSchemas(named, [{ schema, mode: 'output' }]).schemaOf(schema, 'output')).toEqual(written)
})

test('an object is no default without a type', () => {
  const schema = v.object({ contact: v.optional(Contact, { name: '' }) })
  const contact = createSchemas(named, [{ schema, mode: 'output' }]).schemaOf(schema, 'output').properties?.contact
  expect(contact).toEqual({ $ref: '#/components/schemas/Contact' })
})
