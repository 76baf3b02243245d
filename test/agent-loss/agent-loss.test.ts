// @module-tag full
import { expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { type LossOptions, playTasks, type Style } from './run.ts'
import { tasksOf } from './tasks.ts'

/** Some tasks of `npm run bench -- agent-loss`. */
const tasks = tasksOf(15, 3).slice(10)

const start: LossOptions['start'] = (options) => startTestService({ agentAnswers: true, ...options })

test.each<Style>(['single', 'packed'])('nothing is lost, repeated or invented: %s', async (style) => {
  const losses = await playTasks({ tasks, style, seed: 3, start })
  expect(losses.lines).toEqual([])
  expect(losses).toMatchObject({ equal: tasks.length, killed: expect.any(Number) })
  expect(losses.killed).toBeGreaterThan(0)
})
