import { expect, test, vi } from 'vitest'
import { makeAtStart, onFirstUse } from './on-first-use.ts'

class Counter {
  #count = 0
  readonly step = 2
  add(): number {
    this.#count += this.step
    return this.#count
  }
}

test('what is made on first use is made once, and not before', () => {
  const make = vi.fn(() => new Counter())
  const counter = onFirstUse(make)
  expect(make).not.toHaveBeenCalled()
  expect([counter.add(), counter.add()]).toEqual([2, 4])
  expect(make).toHaveBeenCalledOnce()
})

test('it has the properties and the class of what is made', () => {
  expect(onFirstUse(() => new Counter())).toBeInstanceOf(Counter)
  expect(Object.keys(onFirstUse(() => new Counter()))).toEqual(['step'])
  expect({ ...onFirstUse(() => new Counter()) }).toEqual({ step: 2 })
})

test('what failed to be made is made when it is used again', () => {
  const make = vi
    .fn(() => new Counter())
    .mockImplementationOnce(() => {
      throw new Error('not yet')
    })
  const counter = onFirstUse(make)
  expect(() => counter.add()).toThrow('not yet')
  expect(counter.add()).toBe(2)
})

test('a property of it cannot be set', () => {
  expect(
    Reflect.set(
      onFirstUse(() => new Counter()),
      'step',
      3,
    ),
  ).toBe(false)
})

test('what every invocation uses can be made at start', () => {
  const make = vi.fn(() => new Counter())
  makeAtStart(onFirstUse(make))
  expect(make).toHaveBeenCalledOnce()
})
