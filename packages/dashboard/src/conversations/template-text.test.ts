import { expect, test } from 'vitest'
import { filledParts, valuesOfVariables, variableNames, variablesOf } from './template-text.ts'

const positional = {
  parameterFormat: 'POSITIONAL',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Your order' },
    { type: 'body', text: 'Order {{2}} for {{1}} is on its way, {{1}}.' },
  ],
}
const named = { parameterFormat: 'NAMED', components: [{ type: 'BODY', text: 'Hello {{ name }}, see {{order}}' }] }

test('variables are sent as the format wants them', () => {
  expect(variablesOf(positional, { 1: 'Ada', 2: '17' })).toEqual(['Ada', '17'])
  expect(variablesOf(named, { name: 'Ada' })).toEqual({ name: 'Ada', order: '' })
})

test('each variable is asked for once', () => {
  expect(variableNames(positional)).toEqual(['1', '2'])
  expect(variableNames(named)).toEqual(['name', 'order'])
})

test('a preview fills what there is', () => {
  expect(filledParts(positional, { 1: 'Ada' })).toEqual({
    header: 'Your order',
    body: 'Order {{2}} for Ada is on its way, Ada.',
    footer: '',
  })
})

test('sent variables are read back', () => {
  expect(valuesOfVariables(['Ada', '17'])).toEqual({ 1: 'Ada', 2: '17' })
  expect(valuesOfVariables({ name: 'Ada' })).toEqual({ name: 'Ada' })
})

test('components that are no list have no text', () => {
  expect(variableNames({ parameterFormat: 'POSITIONAL', components: { type: 'BODY', text: '{{1}}' } })).toEqual([])
})
