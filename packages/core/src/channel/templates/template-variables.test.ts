import { expect, test } from 'vitest'
import { variablesProblem } from './template-variables.ts'

test.each([
  ['POSITIONAL', ['1', '2'], ['Ada', 'A-1'], undefined],
  ['POSITIONAL', [], {}, undefined],
  ['POSITIONAL', ['1', '2'], ['Ada'], 'lacks {{2}} of the template'],
  ['POSITIONAL', ['1', '2'], [], 'lacks {{1}}, {{2}} of the template'],
  ['POSITIONAL', ['1'], ['Ada', 'A-1'], 'has more values than the template, which has only {{1}}'],
  ['POSITIONAL', [], ['Ada'], 'has more values than the template, which has no variables'],
  ['POSITIONAL', ['1'], { name: 'Ada' }, 'must be an array: the template is POSITIONAL'],
  ['NAMED', ['name'], { name: 'Ada' }, undefined],
  ['NAMED', ['name', 'order'], { name: 'Ada' }, 'lacks {{order}} of the template'],
  ['NAMED', ['name'], { name: 'Ada', order: 'A-1' }, 'has more values than the template, which has only {{name}}'],
  ['NAMED', ['name'], ['Ada'], 'must be an object: the template is NAMED'],
] as const)('%s with %j accepts %j or not: %s', (format, known, sent, problem) => {
  expect(variablesProblem(format, known, sent)).toBe(problem)
})
