import { expect, test } from 'vitest'
import { recallTools } from './recall-tool.ts'
import { runTool } from './run-tool.ts'

const call = { id: 'c', now: 0, signal: new AbortController().signal }

test('returns the whole result as data', async () => {
  const [recall, ...others] = recallTools(new Map([['abc123def', '<data from="find_item">\nitem 7\n</data>']]))
  if (!recall) throw new Error('There is no tool.')
  expect(others).toEqual([])
  expect(await runTool(recall, { id: 'abc123def' }, call)).toEqual({
    ran: true,
    result: { text: '<data from="recall">\nitem 7\n</data>' },
  })
  expect((await runTool(recall, { id: 'other' }, call)).result.text).toContain('There is no result with the id other.')
})

test('there is no such tool if nothing is cut', () => {
  expect(recallTools(new Map())).toEqual([])
})
