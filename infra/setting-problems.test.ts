import { expect, test } from 'vitest'
import { readSettings, SETTING_NAMES } from './settings.ts'

const problem = (name: string, value: unknown): string => {
  try {
    readSettings((key) => (key === name ? value : undefined))
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

test.each([
  ['selfSignUp', 'maybe', 'selfSignUp: expected true or false, not "maybe"'],
  ['dashboard', 1, 'dashboard: expected true or false, not 1'],
  ['burst', 'many', 'burst: expected a whole number from 1 to 5000, not "many"'],
  ['burst', 0, 'burst: expected a whole number from 1 to 5000, not 0'],
  ['messageDays', 1.5, 'messageDays: expected a whole number from 1 to '],
  ['ingress', 'alb', 'ingress: expected one of "function-url", "api", not "alb"'],
  ['logRetentionDays', 2, 'logRetentionDays: expected one of 1, 3, 5, 7'],
  ['publicBaseUrl', 7, 'publicBaseUrl: expected a text, not 7'],
  ['modelPrices', 'cheap', 'modelPrices: expected JSON in the form that docs/deploy.md shows, not "cheap"'],
  ['embeddingModel', 'a model', 'embeddingModel: expected the name of a model'],
  ['scanModel', 'a model', 'scanModel: expected the name of a model'],
])('%s: %j is refused with what is expected', (name, value, text) => {
  expect(problem(name, value)).toContain(`\n  ${text}`)
})

test.each(['maybe', -1, 1.5, {}, [], '', 'x y'])('%j: no setting is refused in the words of the validator', (value) => {
  for (const name of SETTING_NAMES) {
    const text = problem(name, value)
    expect(text).not.toMatch(/Invalid|NaN|undefined|received|Object/)
    if (text !== '') expect(text).toContain(`\n  ${name}`)
    const lines = text.split('\n')
    expect(new Set(lines).size).toBe(lines.length)
  }
})

test('a stage that `stages` does not list is refused', () => {
  const context = { stages: { prod: {}, staging: { burst: 5 } }, stage: 'stagin' }
  expect(() => readSettings((key) => Object.entries(context).find(([name]) => name === key)?.[1])).toThrow(
    'but not "stagin". Choose one of them with -c stage=…, or add "stagin": {} to "stages"',
  )
})
