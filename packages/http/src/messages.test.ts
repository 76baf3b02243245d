import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { type Endpoint, NO_BODY } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { isObject } from '@replywright/contract/json.ts'
import { check } from '@replywright/core/platform/check.ts'
import { ServiceError } from '@replywright/core/platform/errors.ts'
import fc from 'fast-check'
import type * as v from 'valibot'
import { expect, test } from 'vitest'

const all: readonly (readonly [string, Endpoint])[] = Object.entries({ ...endpoints, ...dashboardEndpoints })

test.each(all)('%s: messages name the field and its rule in plain words', (_, { body, query }) => {
  fc.assert(
    fc.property(
      body === NO_BODY ? fc.constant(undefined) : objectsFor(body),
      fc.record(Object.fromEntries(fieldsOf(query).map((name) => [name, TEXT])), { requiredKeys: [] }),
      (sent, asked) => {
        expectPlain(refusalOf(body, sent))
        expectPlain(refusalOf(query, asked))
      },
    ),
    { numRuns: 20 },
  )
})

function expectPlain({ message, details = [] }: Pick<ServiceError, 'message' | 'details'>): void {
  expect(message).not.toMatch(/^:|Invalid|Expected|is invalid$/)
  for (const { message: rule } of details) expect(rule).toMatch(/^(is|must|send) /)
}

function refusalOf(schema: v.GenericSchema, input: unknown): Pick<ServiceError, 'message' | 'details'> {
  try {
    check(schema, input)
    return { message: 'is accepted', details: undefined }
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

const ODD = fc.oneof(
  fc.constantFrom(null, true, -1, 0, 1.5, 2 ** 60, 12345678901234567890n, '', ' ', 'x', '1', '😀'.repeat(300), [], {}),
  fc.constantFrom([1], [{}], [null], ['x'], { type: 'x' }, { type: 'text' }, { a: 1 }, { 'a b': 'x' }, { a: 'ü€' }),
)

const TEXT = fc.constantFrom('', ' ', 'x', '-1', '0', '1.5', '1'.repeat(30), 'true', '2026-01-01', '😀'.repeat(300))

/** Returns objects with odd values in the fields of the schema. */
function objectsFor(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  const fields = fieldsOf(schema).map((name) => [name, valuesFor(partOf(partOf(schema, 'entries'), name))] as const)
  const options = partOf(schema, 'options')
  return fc.oneof(
    fc.record(Object.fromEntries(fields), { requiredKeys: [] }),
    ...(Array.isArray(options) ? options.map(valuesFor) : []),
  )
}

/** Returns odd values, and values that are odd inside. */
function valuesFor(schema: unknown): fc.Arbitrary<unknown> {
  if (!isSchema(schema)) return ODD
  const [item, wrapped] = [partOf(schema, 'item'), partOf(schema, 'wrapped')]
  const literal = partOf(schema, 'literal')
  return fc.oneof(
    ODD,
    objectsFor(schema),
    ...(item ? [fc.array(valuesFor(item), { maxLength: 3 })] : []),
    ...(wrapped ? [valuesFor(wrapped)] : []),
    ...(literal === undefined ? [] : [fc.constant(literal)]),
  )
}

function fieldsOf(schema: v.GenericSchema): string[] {
  return Object.keys(partOf(schema, 'entries') ?? {})
}

function partOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

function isSchema(value: unknown): value is v.GenericSchema {
  return partOf(value, 'kind') === 'schema'
}
