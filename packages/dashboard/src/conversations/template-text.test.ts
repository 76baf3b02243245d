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

test('formats variables by parameter format', () => {
  expect(variablesOf(positional, { 1: 'Ada', 2: '17' })).toEqual(['Ada', '17'])
  expect(variablesOf(named, { name: 'Ada' })).toEqual({ name: 'Ada', order: '' })
})

test('lists each variable once', () => {
  expect(variableNames(positional)).toEqual(['1', '2'])
  expect(variableNames(named)).toEqual(['name', 'order'])
})

test('fills the given values into the preview', () => {
  expect(filledParts(positional, { 1: 'Ada' })).toEqual({
    header: 'Your order',
    body: 'Order {{2}} for Ada is on its way, Ada.',
    footer: '',
  })
})

test('reads the variables of a sent message', () => {
  expect(valuesOfVariables(['Ada', '17'])).toEqual({ 1: 'Ada', 2: '17' })
  expect(valuesOfVariables({ name: 'Ada' })).toEqual({ name: 'Ada' })
})

test('finds no variables in components that are not a list', () => {
  expect(variableNames({ parameterFormat: 'POSITIONAL', components: { type: 'BODY', text: '{{1}}' } })).toEqual([])
})
