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

test('creates the object once, on first use', () => {
  const make = vi.fn(() => new Counter())
  const counter = onFirstUse(make)
  expect(make).not.toHaveBeenCalled()
  expect([counter.add(), counter.add()]).toEqual([2, 4])
  expect(make).toHaveBeenCalledOnce()
})

test('has the properties and the class of the created object', () => {
  expect(onFirstUse(() => new Counter())).toBeInstanceOf(Counter)
  expect(Object.keys(onFirstUse(() => new Counter()))).toEqual(['step'])
  expect({ ...onFirstUse(() => new Counter()) }).toEqual({ step: 2 })
})

test('retries a failed creation on the next use', () => {
  const make = vi
    .fn(() => new Counter())
    .mockImplementationOnce(() => {
      throw new Error('not yet')
    })
  const counter = onFirstUse(make)
  expect(() => counter.add()).toThrow('not yet')
  expect(counter.add()).toBe(2)
})

test('rejects setting a property', () => {
  expect(
    Reflect.set(
      onFirstUse(() => new Counter()),
      'step',
      3,
    ),
  ).toBe(false)
})

test('makeAtStart creates the object at once', () => {
  const make = vi.fn(() => new Counter())
  makeAtStart(onFirstUse(make))
  expect(make).toHaveBeenCalledOnce()
})
