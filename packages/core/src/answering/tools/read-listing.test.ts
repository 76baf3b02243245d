import { expect, test } from 'vitest'
import { readListing } from './read-listing.ts'

const healthy = { name: 'healthy', description: 'd', inputSchema: { type: 'object', properties: {} } }
const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)

test.each<[string, unknown, string, RegExp]>([
  ['nothing', null, '#1', /not an object/],
  ['a text', 'tool', '#1', /not an object/],
  ['no name', { inputSchema: {} }, '#1', /no name/],
  ['a number as name', { name: 7 }, '#1', /no name/],
  ['a blank name', { name: ' ' }, '#1', /no name/],
  ['a huge name', { name: 'x'.repeat(100_000) }, 'x'.repeat(100), /longer than 256/],
  ['the same name', healthy, 'healthy', /same name/],
  ['a schema of a text', { name: 'odd', inputSchema: { type: 'string' } }, 'odd', /not describe an object/],
  ['deep nesting', { name: 'odd', inputSchema: { properties: { a: deep } } }, 'odd', /nested deeper/],
  ['a large schema', { name: 'odd', inputSchema: { description: 'x'.repeat(20_000) } }, 'odd', /larger than 16 KB/],
])('a tool with %s is left out and named, and the others stay', (_, odd, tool, problem) => {
  const isSame = odd === healthy
  const { tools, problems } = readListing(isSame ? [healthy, odd] : [odd, healthy])
  expect(tools).toEqual([healthy])
  expect(problems).toEqual([{ tool, problem: expect.stringMatching(problem) }])
})

test.each([
  ['an empty schema', { inputSchema: {} }],
  ['no schema', {}],
  ['texts of other types', { title: 7, description: ['d'], inputSchema: null }],
  ['odd fields', { outputSchema: 'x', annotations: 7, _meta: deep, execution: null, icons: 'x' }],
])('a tool with %s is used', (_, odd) => {
  const { tools, problems } = readListing([{ name: 'odd', ...odd }])
  expect(tools).toEqual([{ name: 'odd', inputSchema: { type: 'object', properties: {} } }])
  expect(problems).toEqual([])
})

test('an endless listing is cut', () => {
  const many = Array.from({ length: 600 }, (_, index) => ({ name: `t${index}` }))
  const { tools, problems } = readListing(many)
  expect([tools.length, problems]).toEqual([500, [{ tool: null, problem: expect.stringContaining('600 tools') }]])
  expect(readListing(many.map(() => null)).problems).toHaveLength(20)
})
