import { expect, test } from 'vitest'
import { codeLines } from './house/lines.ts'
import { subjectsOf } from './house/subjects.ts'
import { filesOfWay } from './house/ways.ts'
import { endpointsSaidTwice, isHelper, packagesWithoutDoors, projectsByExpression } from './house.ts'

test.each([
  [
    'a.ts',
    "import {\n  a,\n} from './a.ts'\n\n/** Says.\n * More. */\nexport const b = a // Why.\n\n// Alone.\nb()\n",
    2,
  ],
  ['a.tsx', 'export function A() {\n  return <p>{/* Why. */}// no comment</p>\n}\n', 3],
  ['a.ts', "const text = '// no comment'\n", 1],
  ['a.css', '/* Why.\n */\n.a {\n}\n', 2],
  ['a.css', '', 0],
])('%s: %j has %i lines of code', (path, text, count) => {
  expect(codeLines(path, text)).toBe(count)
})

const DIRECTORY = 'packages/core/src'

function wayOf(texts: Readonly<Record<string, string>>): readonly string[] {
  const files = new Map(Object.entries(texts).map(([name, text]) => [`${DIRECTORY}/${name}`, text]))
  return filesOfWay(files, { file: `${DIRECTORY}/a.ts`, functionName: 'start', parameter: 'order' }).map((path) =>
    path.slice(DIRECTORY.length + 1),
  )
}

const IMPORTS = "import { b as next } from './b.ts'\nimport { c } from './c.ts'\n"
const B = 'export function b(x) {}\n'
const C = 'export const c = async ({ order }) => {}\n'

test.each([
  ['the value', `${IMPORTS}export function start(order) { next(order) }`, ['a.ts', 'b.ts']],
  ['an object with it', `${IMPORTS}export function start(order) { next({ other: { ...order } }) }`, ['a.ts', 'b.ts']],
  ['a part of it', `${IMPORTS}export function start(order) { const { lines } = order; next(lines) }`, ['a.ts', 'b.ts']],
  ['a result for it', `${IMPORTS}export async function start(order) { next(await other(order)) }`, ['a.ts', 'b.ts']],
  ['a destructured name', `${IMPORTS}export function start(order) { c({ order }) }`, ['a.ts', 'c.ts']],
  ['another destructured name', `${IMPORTS}export function start(order) { c({ other: order }) }`, ['a.ts']],
  [
    'its function in the file',
    `${IMPORTS}export function start(order) { own(order) }\nconst own = (x) => next(x)`,
    ['a.ts', 'b.ts'],
  ],
  ['an inner function', `${IMPORTS}export function start(order) { run(() => next(order)) }`, ['a.ts', 'b.ts']],
  ['a member', `${IMPORTS}export function start(order) { next(order.id) }`, ['a.ts']],
  [
    'a destructured id',
    `${IMPORTS}export function start(order) { const { orderId } = order; next(orderId) }`,
    ['a.ts'],
  ],
  ['another value', `${IMPORTS}export function start(order, other) { next(other) }`, ['a.ts']],
  ['itself', 'export function start(order) { start(order) }', ['a.ts']],
])('the way of a value passes the files of functions that get %s', (_, text, files) => {
  expect(wayOf({ 'a.ts': text, 'b.ts': B, 'c.ts': C })).toEqual(files)
})

test.each([
  ['packages/core/src/platform/log/log.ts', true],
  ['packages/contract/src/json.ts', true],
  ['packages/core/src/agents/agents.ts', false],
])('%s is a helper: %s', (path, is) => {
  expect(isHelper(path)).toBe(is)
})

test('follows a way into another package', () => {
  const text = "import { show } from '@replywright/contract/show.ts'\nexport function start(order) { show(order) }"
  const files = new Map([
    ['a.ts', text],
    ['packages/contract/src/show.ts', 'export function show(order) {}'],
  ])
  expect(filesOfWay(files, { file: 'a.ts', functionName: 'start', parameter: 'order' })).toEqual([...files.keys()])
})

const TABLE = 'const Table = entity(() => ({}))\n'
test.each([
  ['functions without a table', 'export const a = 1\nexport const b = 2\n', 1],
  ['a table with its functions', `export ${TABLE}export const get = () => Table.get()\n`, 1],
  [
    'a table and its type',
    `${TABLE}export type Item = EntityItem<typeof Table>\nexport const a = (item: Item) => item\n`,
    1,
  ],
  ['a table and another type', `${TABLE}export const get = () => Table\nexport interface Caller { id: string }\n`, 2],
  ['two tables', `${TABLE}const Other = entity(() => ({}))\nexport const get = () => [Table, Other]\n`, 2],
  ['a private function', `export ${TABLE}function unused() {}\n`, 1],
])('counts the subjects of %s', (_, text, count) => {
  expect(subjectsOf('a.ts', text)).toBe(count)
})

test.each([
  ['{"exports": {"./*": "./src/*"}}', 1],
  ['{"exports": {"./pages/*.ts": "./src/pages/*.ts"}}', 1],
  ['{"exports": {".": "./src/main.ts"}}', 0],
  ['{"files": ["./*"]}', 0],
])('%s has %i open packages', (text, count) => {
  expect(packagesWithoutDoors(new Map([['packages/a/package.json', text]]))).toHaveLength(count)
})

test('lists the operations that the API and the dashboard both have', () => {
  const api = {
    a: { method: 'GET', path: '/api/v1/webhooks/' },
    b: { method: 'GET', path: '/api/v1/agents/' },
  } as const
  const dashboard = {
    a: { method: 'GET', path: '/dashboard-api/v1/webhooks/' },
    b: { method: 'POST', path: '/dashboard-api/v1/agents/' },
  } as const
  expect(endpointsSaidTwice(api, dashboard)).toEqual(['GET /webhooks/'])
})

const FUNCTION = 'function pureUnits() {\n  return files.filter((file) => readFileSync(file))\n}\n'
test.each([
  [
    `${FUNCTION}const pure = pureUnits()\nconfig({ test: { projects: [{ test: { include: pure } }, { test: { b } }] } })`,
    1,
  ],
  [`${FUNCTION}config({ test: { projects: [{ test: { include: pureUnits() } }] } })`, 1],
  ["config({ test: { projects: [{ test: { include: ['a/**'] } }, { test: { b } }] } })", 0],
])('counts the projects that an expression chooses', (config, count) => {
  expect(projectsByExpression(config)).toBe(count)
})
