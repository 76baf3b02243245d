import { afterEach, expect, test, vi } from 'vitest'
import { printFindings } from './judge.ts'

const { exitCode } = process
afterEach(() => {
  process.exitCode = exitCode
  vi.restoreAllMocks()
})

function printed(broken: Readonly<Record<string, readonly string[]>>): string[] {
  vi.spyOn(console, 'table').mockImplementation(() => {})
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  printFindings({ figures: { sent: 2 }, broken, notes: ['one was late'] })
  return log.mock.calls.map(([line]) => String(line))
}

test('ends the process with 1 and names what broke', () => {
  expect(printed({ 'all arrive': ['a', 'b'], 'none is sent twice': [] })).toEqual([
    'one was late',
    'all arrive: a',
    'all arrive: b',
    'Broken: all arrive (2).',
  ])
  expect(process.exitCode).toBe(1)
})

test('leaves the exit code if all rules hold', () => {
  expect(printed({ 'all arrive': [] })).toEqual(['one was late', 'All rules hold.'])
  expect(process.exitCode).toBe(exitCode)
})
