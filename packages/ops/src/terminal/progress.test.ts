import { expect, test } from 'vitest'
import { startProgress } from './progress.ts'

function record(terminal: { readonly isTTY: boolean; readonly columns?: number }) {
  const written: string[] = []
  let now = 0
  const stream = { ...terminal, write: (text: string) => written.push(text) }
  const progress = startProgress('Moved', stream, () => now)
  const wait = (milliseconds: number) => {
    now += milliseconds
  }
  return { progress, written, wait }
}

test('redraws a bar in place on a terminal, and removes it at the end', () => {
  const { progress, written, wait } = record({ isTTY: true, columns: 80 })
  progress.update(3, 12)
  wait(100)
  progress.update(12, 12)
  progress.end()
  expect(written).toEqual([
    '\r[######                  ] Moved: 3 of 12',
    '\r[########################] Moved: 12 of 12',
    `\r${' '.repeat(42)}\r`,
  ])
})

test('redraws at most ten times per second', () => {
  const { progress, written, wait } = record({ isTTY: true })
  for (let done = 0; done < 50; done++) {
    progress.update(done)
    wait(10)
  }
  expect(written).toHaveLength(5)
})

test('truncates the bar to the width of the terminal', () => {
  const { progress, written } = record({ isTTY: true, columns: 20 })
  progress.update(1, 2)
  expect(written[0]?.length).toBeLessThanOrEqual(20)
})

test('writes a plain line every ten seconds without a terminal', () => {
  const { progress, written, wait } = record({ isTTY: false })
  for (let done = 1; done <= 25; done++) {
    wait(1000)
    progress.update(done, 25)
  }
  progress.end()
  expect(written).toEqual(['Moved: 10 of 25, about 15 s left\n', 'Moved: 20 of 25, about 5 s left\n'])
})

test('estimates the time that is left after some seconds', () => {
  const { progress, written, wait } = record({ isTTY: false })
  wait(10_000)
  progress.update(10, 100)
  wait(10_000)
  progress.update(90, 100)
  wait(10_000)
  progress.update(100, 100)
  expect(written).toEqual([
    'Moved: 10 of 100, about 90 s left\n',
    'Moved: 90 of 100, about 2 s left\n',
    'Moved: 100 of 100\n',
  ])
})
