import { expect, test } from 'vitest'
import { publishingProblem } from './publish-template.ts'

const BODY = [{ type: 'BODY', text: 'Hi' }]

test.each([
  ['order_update', BODY, undefined],
  ['Order update', BODY, /lower-case letters, digits and underscores/],
  ['order_update', [], /BODY/],
  ['order_update', { type: 'BODY' }, /BODY/],
  ['order_update', [null, 'BODY', { type: 'HEADER' }], /BODY/],
])('%s with %j', (name, components, problem) => {
  const found = publishingProblem({ name, components: JSON.stringify(components) })
  if (problem) expect(found).toMatch(problem)
  else expect(found).toBeUndefined()
})
