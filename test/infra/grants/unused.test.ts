import type { Grant } from '@replywright/cloud/iam'
import { expect, test } from 'vitest'
import { grantProblems } from './unused.ts'

const grant = (action: string, role = 'App/ListRole0123ABCD', more: Partial<Grant> = {}): Grant => ({
  role,
  action,
  resource: 'arn:aws:dynamodb:r:1:table/t',
  condition: '',
  ...more,
})
const held = [grant('dynamodb:GetItem'), grant('dynamodb:PutItem'), grant('bedrock:Invoke', 'App/AnswerRole')]
const except = (action: string, role = 'Answer') => ({ role, action, reason: 'It is not hosted here.' })

test('there are no problems if each grant is used or excepted', () => {
  expect(grantProblems(held, held.slice(0, 2), [except('bedrock:Invoke')])).toEqual([])
})

test('an unused grant is listed with its function, action, resource and condition', () => {
  const conditional = grant('dynamodb:PutItem', undefined, { condition: '{"x":1}' })
  expect(grantProblems([...held, conditional], held, [])).toEqual([
    expect.stringMatching(/^1 grant of the template/),
    '  App/List  dynamodb:PutItem  table/t  {"x":1}',
  ])
})

test('an exception for a grant that is used or does not exist must be removed', () => {
  expect(grantProblems(held, held, [except('bedrock:Invoke')])).toEqual([
    'The exception Answer bedrock:Invoke * is used by a test. Remove it.',
  ])
  expect(grantProblems(held, held, [except('bedrock:Stream')])).toEqual([
    'The exception Answer bedrock:Stream * matches no grant of the template. Remove it.',
  ])
})
