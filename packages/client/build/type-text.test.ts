import * as v from 'valibot'
import { expect, test } from 'vitest'
import { commentText, type Side, typeText } from './type-text.ts'

const Named = v.object({ a: v.string() })
const names = (schema: unknown) => (schema === Named ? 'Named' : undefined)

test.each<[v.GenericSchema, Side, string]>([
  [v.pipe(v.string(), v.uuid()), 'output', 'string'],
  [v.literal('x'), 'output', '"x"'],
  [v.picklist(['a', 1]), 'output', '"a" | 1'],
  [v.nullable(v.number()), 'output', 'number | null'],
  [v.array(v.nullable(v.string())), 'output', '(string | null)[]'],
  [v.array(v.boolean()), 'output', 'boolean[]'],
  [v.record(v.string(), v.unknown()), 'output', '{ [key: string]: unknown }'],
  [v.tuple([v.string(), v.number()]), 'output', '[string, number]'],
  [v.union([v.string(), v.null()]), 'output', 'string | null'],
  [v.intersect([v.string(), v.union([v.number(), v.null()])]), 'output', '(string) & (number | null)'],
  [v.looseObject({}), 'output', '{\n} & { [key: string]: unknown }'],
  [v.objectWithRest({}, v.number()), 'output', '{\n} & { [key: string]: number }'],
  [v.unknown(), 'output', 'unknown'],
  [v.any(), 'output', 'any'],
  [v.undefined(), 'input', 'undefined'],
  [v.date(), 'output', 'unknown'],
  [Named, 'output', 'Named'],
  [Named, 'input', '{\na: string;\n}'],
  [v.array(Named), 'output', 'Named[]'],
  [v.pipe(v.string(), v.transform(Number)), 'input', 'string'],
  [v.pipe(v.string(), v.transform(Number), v.number()), 'output', 'number'],
  [v.object({ a: v.optional(v.string(), 'x') }), 'input', '{\na?: string | undefined;\n}'],
  [v.object({ a: v.optional(v.string(), 'x') }), 'output', '{\na: string;\n}'],
  [v.object({ 'a-b': v.nullish(v.string()) }), 'output', '{\n"a-b"?: string | null | undefined;\n}'],
  [v.object({ a: v.exactOptional(v.string()) }), 'output', '{\na?: string;\n}'],
  [
    v.object({ a: v.pipe(v.string(), v.description('Ends */ here.'), v.metadata({ deprecated: true })) }),
    'input',
    '{\n/**\n * Ends *\\/ here.\n *\n * @deprecated\n */\na: string;\n}',
  ],
])('writes schema %# as TypeScript on its %s side', (schema, side, text) => {
  expect(typeText(schema, side, names)).toBe(text)
})

test('throws for a response that a function transforms', () => {
  expect(() => typeText(v.pipe(v.string(), v.transform(Number)), 'output', names)).toThrow(
    'A function transforms the response',
  )
})

test('returns no comment for no lines', () => {
  expect(commentText([])).toBe('')
})
