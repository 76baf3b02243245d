import { FIRST_STEPS } from '@replywright/contract/dashboard/overview.ts'
import { expect, test } from 'vitest'
import { openSteps } from './open-steps.ts'

const all = (done: boolean) => FIRST_STEPS.map((step) => ({ step, done }))
const open = { steps: all(false), dismissed: false }
const demo = { name: 'Demo', isPersonal: true }

test.each([
  ['robin@example.com', true, false],
  ['Robin’s shop', true, true],
  ['info@home', false, true],
])('the name %s, personal: %s, is done: %s', (name, isPersonal, done) => {
  expect(openSteps(open, { name, isPersonal })[0]).toEqual({ step: 'name', done })
})

test('shows all steps in their order until they are done or the user hides them', () => {
  expect(openSteps(open, demo).map(({ step }) => step)).toEqual(['name', ...FIRST_STEPS])
  expect(openSteps({ ...open, dismissed: true }, demo)).toEqual([])
  expect(openSteps({ ...open, steps: all(true) }, demo)).toEqual([])
  expect(openSteps({ ...open, steps: all(true) }, { ...demo, name: 'robin@example.com' })).toHaveLength(9)
})
