import { FIRST_STEPS } from '@replywright/contract/dashboard/overview.ts'
import { expect, test } from 'vitest'
import { openSteps } from './open-steps.ts'

const all = (done: boolean) => FIRST_STEPS.map((step) => ({ step, done }))
const open = { steps: all(false), dismissed: false }
const demo = { name: 'Demo', isPersonal: true }

const stepsOf = (lists: ReturnType<typeof openSteps>) =>
  [lists.live, lists.developers].map((list) => list.map(({ step }) => step))
const DEVELOPERS = ['endpoint', 'api_key', 'delivery']
const LIVE = ['name', ...FIRST_STEPS.filter((step) => !DEVELOPERS.includes(step))]

test.each([
  ['robin@example.com', true, false],
  ['Robin’s shop', true, true],
  ['info@home', false, true],
])('the name %s, personal: %s, is done: %s', (name, isPersonal, done) => {
  expect(openSteps(open, { name, isPersonal }).live[0]).toEqual({ step: 'name', done })
})

test.each([
  ['nothing is done', [], [LIVE, DEVELOPERS]],
  ['an endpoint exists', ['endpoint'], [LIVE, DEVELOPERS]],
  ['it is live, and nobody writes programs', LIVE, [[], []]],
  ['it is live, and a developer has begun', [...LIVE, 'api_key'], [LIVE, DEVELOPERS]],
  ['all is done', [...LIVE, ...DEVELOPERS], [[], []]],
])('if %s', (_, done, expected) => {
  const steps = FIRST_STEPS.map((step) => ({ step, done: done.includes(step) }))
  expect(stepsOf(openSteps({ steps, dismissed: false }, demo))).toEqual(expected)
})

test('none are shown to a user who hid them', () => {
  expect(stepsOf(openSteps({ ...open, dismissed: true }, demo))).toEqual([[], []])
})

test('a live organisation without a name of its own still has that step', () => {
  expect(stepsOf(openSteps({ ...open, steps: all(true) }, { isPersonal: true, name: 'robin@example.com' }))).toEqual([
    LIVE,
    DEVELOPERS,
  ])
})
