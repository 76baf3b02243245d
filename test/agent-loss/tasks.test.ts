import { expect, test } from 'vitest'
import { PARAMETERS, TOOLS } from './shop.ts'
import { databaseOf, tasksOf } from './tasks.ts'

test('the tasks of a seed are always the same, and use every tool and size', () => {
  const tasks = tasksOf(120, 7)
  expect(tasksOf(120, 7)).toEqual(tasks)
  expect(tasksOf(120, 8)).not.toEqual(tasks)
  expect(new Set(tasks.flatMap(({ turns }) => turns.flat().map(({ tool }) => tool)))).toEqual(
    new Set(Object.keys(TOOLS)),
  )
  expect(Object.keys(PARAMETERS)).toEqual(Object.keys(TOOLS))
  expect(Object.keys(TOOLS)).toHaveLength(16)
  expect(new Set(tasks.map(({ turns }) => turns.flat().length)).size).toBe(15)
  expect(new Set(tasks.map(({ turns }) => turns.length)).size).toBe(6)
  for (const task of tasks) expect(databaseOf(task).journal).toHaveLength(task.turns.flat().length)
})
