import { expect, test } from 'vitest'
import { controlAfterHandback, holderOf, judgeSign } from './control.ts'

const held = { control: { holder: 'other_agent' as const, at: 5000 } }
const own = { control: { holder: 'service' as const, at: 5000 } }
const notice = (holder: 'service' | 'other_agent', at: number) => ({ kind: 'notice' as const, holder, at })
const message = (holder: 'service' | 'other_agent', at: number) => ({ kind: 'message' as const, holder, at })

test.each([
  ['the first notice for another agent', {}, notice('other_agent', 1000), 'change'],
  ['the first notice for this service', {}, notice('service', 1000), 'change'],
  ['the first message in standby', {}, message('other_agent', 1000), 'change'],
  ['an ordinary message', {}, message('service', 1000), 'none'],
  ['a notice of the same second', held, notice('service', 5000), 'change'],
  ['a late notice', held, notice('service', 4000), 'none'],
  ['a repeated notice', own, notice('service', 5000), 'none'],
  ['a later notice of the same', own, notice('service', 6000), 'confirm'],
  ['a message of the same second', own, message('other_agent', 5000), 'none'],
  ['a later message in standby', own, message('other_agent', 6000), 'change'],
  ['a later ordinary message', held, message('service', 6000), 'change'],
  ['a later message of the same', held, message('other_agent', 6000), 'none'],
])('%s', (_, conversation, sign, expected) => {
  expect(judgeSign(conversation, sign)).toBe(expected)
})

test('this service answers unless another agent does', () => {
  expect([{}, own, held].map(holderOf)).toEqual(['service', 'service', 'other_agent'])
})

test('a handback takes the control from another agent, and gives back what a person took', () => {
  expect(controlAfterHandback({})).toBeUndefined()
  expect(controlAfterHandback(own)).toBeUndefined()
  expect(controlAfterHandback(held)).toBe('take')
  expect(controlAfterHandback({ control: { ...own.control, returns: true } })).toBe('pass')
})
