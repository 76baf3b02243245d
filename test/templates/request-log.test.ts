import { decide, parsePolicy } from '@replywright/cloud/iam'
import { endpoints } from '@replywright/contract/endpoints.ts'
import { expect, test } from 'vitest'
import { functionOf, functions, statements, synthesizeTestStacks, synthesizeWithoutDashboard } from '../infra/stacks.ts'

const off = synthesizeTestStacks()
const on = synthesizeWithoutDashboard({ requestLog: 'true' })

/** Returns whether a route may put items with a key. */
function mayPut(templates: typeof on, entry: string, key: string): boolean {
  const Statement = statements(functionOf(templates, entry)).map((statement) => ({ ...statement, Resource: '*' }))
  const request = { action: 'dynamodb:PutItem', resource: 'x', context: new Map([['dynamodb:leadingkeys', [key]]]) }
  return decide(parsePolicy({ Statement }), request) === 'allow'
}

test('without the setting, no function records requests', () => {
  const variables = Object.values(functions(off)).flatMap(({ lambda }) =>
    Object.keys(lambda.Properties.Environment.Variables),
  )
  expect(variables.filter((name) => name.startsWith('REQUEST_LOG'))).toEqual([])
  expect(mayPut(off, 'api/agents/get', 'apiRequests#o#2026-01')).toBe(false)
})

test.each(Object.entries(endpoints).map(([key, { access }]) => [key, access !== 'public'] as const))(
  'with the setting, %s records requests: %s',
  (key, records) => {
    const { Variables } = functionOf(on, `api/${key}`).lambda.Properties.Environment
    expect(Variables.REQUEST_LOG_OPERATION).toBe(records ? key : undefined)
    if (records) expect(mayPut(on, `api/${key}`, 'apiRequests#o#2026-01')).toBe(true)
  },
)

test('with the setting, a route that only reads may write nothing else', () => {
  expect(mayPut(on, 'api/agents/get', 'agent#o#a')).toBe(false)
  const open = statements(functionOf(on, 'api/health/get')).flatMap(({ Action }) => Action)
  expect(open).not.toContain('dynamodb:PutItem')
})
